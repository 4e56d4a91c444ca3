// Which package of Debian has a name that a build or a test asks for: kept by hand. Headers, libraries, sonames and Perl modules were looked
// up in what Debian 12 says that its packages hold (Contents-amd64 and Contents-all of bookworm), of the package itself or of one that it depends on; so were programs, but for links
// of Debian's alternatives (`yacc`), and modules, but for some 300 names that projects' own Find modules use (`GMP`, `LibEvent`). To look a name up again: `apt-file update`, then
//   header    apt-file search --regexp '^/usr/include/(.*/)?zlib\.h$'   (clang-c/Index.h and mpi.h are below /usr/lib)
//   library   apt-file search --regexp '/libz\.(so|a)$'
//   loaded    apt-file search --regexp '/libz\.so\.1$'
//   module    apt-file search --regexp '/zlib\.pc$', '/(ZLIBConfig|zlib-config)\.cmake$' or '^/usr/share/aclocal/'; of other names of CMake what a
//             module of that name looks for: a header, library or program of the package
//   typelib   apt-file search --regexp '/girepository-1\.0/Gtk-3\.0\.typelib$'; where several versions are there the one that is asked for most has the bare name
//   perl      apt-file search --regexp '/XML/Parser\.pm$'
//   program   apt-file search --regexp '/s?bin/flex$'; a few are links of Debian's alternatives (`yacc` is `bison.yacc`)

/** By what a name is looked up: headers, libraries without `lib` to link, libraries to load at run time, names of pkg-config, CMake and aclocal, … */
export type Table = "header" | "library" | "loaded" | "module" | "typelib" | "perl" | "program" | "locale";

/** `PACKAGE=NAME,…`; where the one name is called as the package is, that alone. */
const TEXTS: Readonly<Record<Table, string>> = {
  // A name that ends in `/` stands for all headers below it.
  header: `
apache2-dev=http_config.h,httpd.h binutils-dev=bfd.h,dis-asm.h catch2=catch2/catch.hpp check=check.h comerr-dev=com_err.h,et/com_err.h
doctest-dev=doctest.h,doctest/doctest.h freetds-dev=ctpublic.h,sybdb.h,sybfront.h glslang-dev=glslang/Public/ShaderLang.h ladspa-sdk=ladspa.h
libabsl-dev=absl/ libacl1-dev=acl/libacl.h,sys/acl.h libaio-dev=libaio.h libao-dev=ao/ao.h libaom-dev=aom/aom.h,aom/aom_decoder.h
libapparmor-dev=sys/apparmor.h libapr1-dev=apr.h,apr_general.h,apr_pools.h libaprutil1-dev=apr_xml.h,apu.h libarchive-dev=archive.h,archive_entry.h
libargon2-dev=argon2.h libargtable2-dev=argtable2.h libarmadillo-dev=armadillo libasio-dev=asio.hpp libasound2-dev=alsa/asoundlib.h,asoundlib.h
libaspell-dev=aspell.h libass-dev=ass/ass.h libassimp-dev=assimp/Importer.hpp,assimp/scene.h libassuan-dev=assuan.h libatk-bridge2.0-dev=atk-bridge.h
libatk1.0-dev=atk/atk.h libatomic-ops-dev=atomic_ops.h libatspi2.0-dev=atspi/atspi.h libattr1-dev=attr/attributes.h,attr/libattr.h,attr/xattr.h
libaudit-dev=libaudit.h libaugeas-dev=augeas.h libavahi-client-dev=avahi-client/client.h libavahi-common-dev=avahi-common/watch.h
libavcodec-dev=libavcodec/avcodec.h libavdevice-dev=libavdevice/avdevice.h libavfilter-dev=libavfilter/avfilter.h
libavformat-dev=libavformat/avformat.h libavif-dev=avif/avif.h libavro-dev=avro.h
libavutil-dev=libavutil/avutil.h,libavutil/frame.h,libavutil/imgutils.h,libavutil/mathematics.h libavutil-dev=libavutil/opt.h
libayatana-appindicator3-dev=libayatana-appindicator/app-indicator.h libb2-dev=blake2.h libbackward-cpp-dev=backward.hpp
libbenchmark-dev=benchmark/benchmark.h libblkid-dev=blkid/blkid.h libblosc-dev=blosc.h
libbluetooth-dev=bluetooth/bluetooth.h,bluetooth/hci.h,bluetooth/rfcomm.h libboost-dev=boost/ libbpf-dev=bpf/bpf.h,bpf/libbpf.h
libbrotli-dev=brotli/decode.h,brotli/encode.h libbsd-dev=bsd/stdlib.h,bsd/string.h,bsd/unistd.h libbson-dev=bson.h,bson/bson.h
libbtrfsutil-dev=btrfsutil.h libbz2-dev=bzlib.h libc-ares-dev=ares.h libc6-dev=gnu/stubs.h,pthread.h,stdio.h libc6-dev-i386=gnu/stubs-32.h
libcairo2-dev=cairo-ft.h,cairo-gobject.h,cairo-xlib.h,cairo.h,cairo/cairo.h libcap-dev=sys/capability.h libcap-ng-dev=cap-ng.h
libcapnp-dev=capnp/message.h,kj/common.h libcapstone-dev=capstone.h,capstone/capstone.h libcbor-dev=cbor.h libcereal-dev=cereal/cereal.hpp
libceres-dev=ceres/ceres.h libcgal-dev=CGAL/basic.h libcjson-dev=cjson/cJSON.h libclang-dev=clang-c/Index.h libcli11-dev=CLI/CLI.hpp
libcmark-dev=cmark.h libcmocka-dev=cmocka.h libconfig++-dev=libconfig.h++ libconfig-dev=libconfig.h libconfuse-dev=confuse.h
libcpp-httplib-dev=httplib.h libcpprest-dev=cpprest/http_client.h libcppunit-dev=cppunit/extensions/HelperMacros.h,cppunit/TestCase.h
libcpputest-dev=CppUTest/TestHarness.h libcriterion-dev=criterion/criterion.h libcrypt-dev=crypt.h libcryptsetup-dev=libcryptsetup.h
libcunit1-dev=CUnit/Basic.h,CUnit/CUnit.h libcups2-dev=cups/cups.h,cups/ppd.h libcupsimage2-dev=cups/raster.h
libcurl4-openssl-dev=curl/curl.h,curl/easy.h,curl/multi.h libcxxopts-dev=cxxopts.hpp libczmq-dev=czmq.h libdav1d-dev=dav1d/dav1d.h
libdb++-dev=db_cxx.h libdb-dev=db.h libdbus-1-dev=dbus/dbus.h libdbus-glib-1-dev=dbus/dbus-glib.h libde265-dev=libde265/de265.h
libdeflate-dev=libdeflate.h libdiscid-dev=discid/discid.h libdouble-conversion-dev=double-conversion/double-conversion.h
libdrm-dev=drm.h,libdrm/drm.h,xf86drm.h,xf86drmMode.h libdw-dev=dwarf.h,elfutils/libdw.h,elfutils/libdwfl.h libedit-dev=editline/readline.h,histedit.h
libegl-dev=EGL/egl.h,EGL/eglext.h,EGL/eglplatform.h libeigen3-dev=Eigen/,eigen3/Eigen/Dense,unsupported/Eigen/CXX11/Tensor libelf-dev=gelf.h,libelf.h
libenchant-2-dev=enchant-2/enchant.h,enchant.h libepoxy-dev=epoxy/egl.h,epoxy/gl.h libev-dev=ev++.h,ev.h libevdev-dev=libevdev/libevdev.h
libevent-dev=event.h,event2/buffer.h,event2/bufferevent.h,event2/event.h,event2/http.h,evhttp.h libexif-dev=libexif/exif-data.h
libexiv2-dev=exiv2/exiv2.hpp libexpat1-dev=expat.h libext2fs-dev=ext2fs/ext2fs.h libfcgi-dev=fcgi_config.h,fcgi_stdio.h,fcgiapp.h libffi-dev=ffi.h
libfftw3-dev=fftw3.h libfido2-dev=fido.h libfl-dev=FlexLexer.h libflac++-dev=FLAC++/decoder.h
libflac-dev=FLAC/all.h,FLAC/metadata.h,FLAC/stream_decoder.h,FLAC/stream_encoder.h libflatbuffers-dev=flatbuffers/flatbuffers.h
libfmt-dev=fmt/core.h,fmt/format.h,fmt/ostream.h libfontconfig-dev=fontconfig/fontconfig.h libfreetype-dev=freetype/freetype.h,ft2build.h
libfribidi-dev=fribidi.h,fribidi/fribidi.h libftdi-dev=ftdi.h libftdi1-dev=libftdi1/ftdi.h libfuse-dev=fuse.h,fuse/fuse.h,fuse_lowlevel.h
libfuse3-dev=fuse3/fuse.h libgbm-dev=gbm.h libgc-dev=gc.h,gc/gc.h libgcrypt20-dev=gcrypt.h libgd-dev=gd.h
libgdal-dev=cpl_conv.h,gdal.h,gdal/gdal.h,ogr_api.h,ogr_core.h libgdbm-compat-dev=gdbm-ndbm.h libgdbm-dev=gdbm.h
libgdk-pixbuf-2.0-dev=gdk-pixbuf/gdk-pixbuf.h libgee-0.8-dev=gee.h libgeos++-dev=geos/geom/Geometry.h libgeos-dev=geos_c.h
libgeotiff-dev=geotiff.h,geotiffio.h,xtiffio.h libgflags-dev=gflags/gflags.h libgif-dev=gif_lib.h libgirepository1.0-dev=girepository.h
libgit2-dev=git2.h libgl-dev=GL/gl.h,GL/glext.h,KHR/khrplatform.h libgles-dev=GLES/gl.h,GLES2/gl2.h,GLES2/gl2ext.h,GLES3/gl3.h libglew-dev=GL/glew.h
libglfw3-dev=GLFW/glfw3.h libglib2.0-dev=gio/gio.h,glib-object.h,glib.h,gmodule.h libglm-dev=glm/glm.hpp,glm/vec3.hpp libglpk-dev=glpk.h
libglu1-mesa-dev=GL/glu.h libglut-dev=GL/freeglut.h,GL/glut.h libglx-dev=GL/glx.h libgmock-dev=gmock/gmock.h libgmp-dev=gmp.h,gmpxx.h
libgnutls28-dev=gnutls/crypto.h,gnutls/gnutls.h libgoogle-glog-dev=glog/logging.h
libgoogle-perftools-dev=gperftools/heap-profiler.h,gperftools/malloc_extension.h,gperftools/profiler.h libgoogle-perftools-dev=gperftools/tcmalloc.h
libgpg-error-dev=gpg-error.h libgpgme-dev=gpgme.h libgpiod-dev=gpiod.h libgpm-dev=gpm.h libgps-dev=gps.h libgraphicsmagick1-dev=magick/api.h
libgraphite2-dev=graphite2/Font.h libgraphviz-dev=cgraph.h,graphviz/cgraph.h,graphviz/gvc.h,gvc.h libgrpc++-dev=grpcpp/grpcpp.h
libgrpc-dev=grpc/grpc.h libgsl-dev=gsl/gsl_blas.h,gsl/gsl_cblas.h,gsl/gsl_errno.h,gsl/gsl_integration.h,gsl/gsl_linalg.h
libgsl-dev=gsl/gsl_math.h,gsl/gsl_matrix.h,gsl/gsl_randist.h,gsl/gsl_rng.h,gsl/gsl_sf.h,gsl/gsl_spline.h libgsl-dev=gsl/gsl_vector.h,gsl/gsl_version.h
libgstreamer-plugins-base1.0-dev=gst/app/gstappsink.h,gst/audio/audio.h,gst/video/video.h libgstreamer1.0-dev=gst/gst.h libgtest-dev=gtest/gtest.h
libgudev-1.0-dev=gudev/gudev.h libgumbo-dev=gumbo.h libhandy-1-dev=handy.h libharfbuzz-dev=harfbuzz/hb.h,hb-ft.h,hb.h libhdf5-dev=hdf5.h
libheif-dev=libheif/heif.h libhidapi-dev=hidapi.h,hidapi/hidapi.h libhiredis-dev=hiredis.h,hiredis/hiredis.h libhowardhinnant-date-dev=date/date.h
libhts-dev=htslib/hts.h,htslib/sam.h libhttp-parser-dev=http_parser.h libhunspell-dev=hunspell/hunspell.h,hunspell/hunspell.hxx libhwloc-dev=hwloc.h
libi2c-dev=i2c/smbus.h libiberty-dev=libiberty.h,libiberty/demangle.h libibverbs-dev=infiniband/verbs.h libical-dev=libical/ical.h
libice-dev=X11/ICE/ICElib.h libicu-dev=unicode/coll.h,unicode/regex.h,unicode/uchar.h,unicode/ucnv.h,unicode/ucol.h,unicode/unistr.h
libicu-dev=unicode/ustring.h,unicode/utypes.h,unicode/uversion.h libid3tag0-dev=id3tag.h libidn-dev=idna.h,stringprep.h libidn2-dev=idn2.h
libimath-dev=Imath/half.h libinput-dev=libinput.h libjack-jackd2-dev=jack/jack.h,jack/midiport.h libjansson-dev=jansson.h libjbig-dev=jbig.h
libjemalloc-dev=jemalloc/jemalloc.h libjpeg-dev=jconfig.h,jpeglib.h libjson-c-dev=json-c/json.h libjson-glib-dev=json-glib/json-glib.h
libjsoncpp-dev=json/json.h,json/value.h libjxl-dev=jxl/decode.h,jxl/encode.h libkeyutils-dev=keyutils.h libkmod-dev=libkmod.h
libkrb5-dev=gssapi.h,gssapi/gssapi.h,gssapi/gssapi_ext.h,gssapi/gssapi_generic.h,gssapi/gssapi_krb5.h,krb5.h libkrb5-dev=krb5/krb5.h
libksba-dev=ksba.h liblapacke-dev=lapacke.h liblcms2-dev=lcms2.h libldap-dev=lber.h,ldap.h libleptonica-dev=allheaders.h,leptonica/allheaders.h
libleveldb-dev=leveldb/c.h,leveldb/db.h liblmdb-dev=lmdb.h libltdl-dev=ltdl.h liblua5.1-0-dev=lua5.1/lua.h liblua5.2-dev=lua5.2/lua.h
liblua5.3-dev=lua5.3/lua.h liblua5.4-dev=lua5.4/lua.h libluajit-5.1-dev=luajit.h liblz4-dev=lz4.h,lz4frame.h liblzma-dev=lzma.h
liblzo2-dev=lzo/lzo1x.h,lzo/lzoconf.h libmad0-dev=mad.h libmagic-dev=magic.h libmagick++-dev=Magick++.h libmagickcore-dev=magick/MagickCore.h
libmagickwand-dev=wand/MagickWand.h libmariadb-dev=mysql.h libmarkdown2-dev=mkdio.h libmaxminddb-dev=maxminddb.h
libmbedtls-dev=mbedtls/config.h,mbedtls/md.h,mbedtls/ssl.h libmemcached-dev=libmemcached/memcached.h libmicrohttpd-dev=microhttpd.h
libminiupnpc-dev=miniupnpc/miniupnpc.h libminizip-dev=minizip/unzip.h,minizip/zip.h libmnl-dev=libmnl/libmnl.h libmongoc-dev=mongoc.h,mongoc/mongoc.h
libmosquitto-dev=mosquitto.h libmount-dev=libmount.h,libmount/libmount.h libmp3lame-dev=lame/lame.h libmpc-dev=mpc.h libmpfr-dev=mpfr.h
libmpg123-dev=mpg123.h libmsgpack-cxx-dev=msgpack.hpp libmsgpack-dev=msgpack.h libmsgsl-dev=gsl/gsl libnanopb-dev=pb.h
libncurses-dev=curses.h,ncurses.h,ncursesw/curses.h,ncursesw/ncurses.h,panel.h,term.h libnet1-dev=libnet.h libnetcdf-dev=netcdf.h
libnetfilter-log-dev=libnetfilter_log/libnetfilter_log.h libnetfilter-queue-dev=libnetfilter_queue/libnetfilter_queue.h
libnfnetlink-dev=libnfnetlink/libnfnetlink.h libnghttp2-dev=nghttp2/nghttp2.h libnghttp3-dev=nghttp3/nghttp3.h libngtcp2-dev=ngtcp2/ngtcp2.h
libnl-3-dev=netlink/genl/genl.h,netlink/netlink.h,netlink/route/link.h libnng-dev=nng/nng.h libnotify-dev=libnotify/notify.h libnpth0-dev=npth.h
libnsl-dev=rpcsvc/yp.h libnspr4-dev=nspr.h,prtypes.h libnss3-dev=nss/nss.h libnuma-dev=numa.h libogg-dev=ogg/ogg.h libonig-dev=onigposix.h,oniguruma.h
libopenal-dev=AL/al.h,AL/alc.h,AL/alext.h libopenblas-dev=cblas.h,f77blas.h,openblas_config.h libopencv-dev=opencv2/
libopenexr-dev=ImfRgbaFile.h,OpenEXR/ImfHeader.h,OpenEXR/ImfRgbaFile.h libopenjp2-7-dev=openjpeg.h libopenmpi-dev=mpi.h libopus-dev=opus.h,opus/opus.h
libopusfile-dev=opus/opusfile.h,opusfile.h libp11-kit-dev=p11-kit/p11-kit.h,p11-kit/pkcs11.h libpaho-mqtt-dev=MQTTAsync.h,MQTTClient.h
libpam0g-dev=security/pam_appl.h,security/pam_ext.h,security/pam_modules.h libpango1.0-dev=pango/pango.h,pango/pangocairo.h,pango/pangoft2.h
libpcap-dev=pcap.h,pcap/pcap.h libpci-dev=pci/pci.h libpcre2-dev=pcre2.h,pcre2posix.h libpcre3-dev=pcre.h,pcrecpp.h,pcreposix.h
libpcsclite-dev=winscard.h libpipewire-0.3-dev=pipewire/pipewire.h libpixman-1-dev=pixman-1/pixman.h,pixman.h libpng-dev=png.h,pnglibconf.h
libpoco-dev=Poco/Foundation.h,Poco/Poco.h libpolkit-gobject-1-dev=polkit/polkit.h libpoppler-cpp-dev=poppler/cpp/poppler-document.h
libpoppler-glib-dev=poppler.h libpopt-dev=popt.h libportmidi-dev=portmidi.h libpostproc-dev=libpostproc/postprocess.h libpotrace-dev=potracelib.h
libpq-dev=libpq-fe.h,libpq/libpq-fs.h,pg_config.h libpqxx-dev=pqxx/pqxx libproc2-dev=libproc2/pids.h libproj-dev=proj.h
libprotobuf-c-dev=protobuf-c/protobuf-c.h libprotobuf-dev=google/protobuf/ libprotoc-dev=google/protobuf/compiler/ libpsl-dev=libpsl.h libpugixml-dev=pugixml.hpp
libpulse-dev=pulse/error.h,pulse/pulseaudio.h,pulse/simple.h libqhull-dev=libqhull/libqhull.h,libqhull_r/libqhull_r.h libqpdf-dev=qpdf/QPDF.hh
libqrencode-dev=qrencode.h librabbitmq-dev=amqp.h librange-v3-dev=range/v3/all.hpp libraw-dev=libraw/libraw.h
librdkafka-dev=librdkafka/rdkafka.h,librdkafka/rdkafkacpp.h librdmacm-dev=rdma/rdma_cma.h libre2-dev=re2/re2.h
libreadline-dev=readline/history.h,readline/readline.h librhash-dev=rhash.h librocksdb-dev=rocksdb/c.h,rocksdb/db.h librsvg2-dev=librsvg/rsvg.h
librsync-dev=librsync.h libsamplerate0-dev=samplerate.h libsasl2-dev=sasl/sasl.h,sasl/saslutil.h libsass-dev=sass.h,sass/context.h
libsdl1.2-dev=SDL/SDL.h libsdl2-dev=SDL.h,SDL2/SDL.h libsdl2-gfx-dev=SDL2/SDL2_gfxPrimitives.h,SDL2_gfxPrimitives.h
libsdl2-image-dev=SDL2/SDL_image.h,SDL_image.h libsdl2-mixer-dev=SDL2/SDL_mixer.h,SDL_mixer.h libsdl2-net-dev=SDL2/SDL_net.h
libsdl2-ttf-dev=SDL2/SDL_ttf.h,SDL_ttf.h libseccomp-dev=seccomp.h libsecp256k1-dev=secp256k1.h libsecret-1-dev=libsecret/secret.h
libselinux1-dev=selinux/selinux.h libsensors-dev=sensors/sensors.h libserialport-dev=libserialport.h
libsfml-dev=SFML/Audio.hpp,SFML/Graphics.hpp,SFML/Network.hpp,SFML/System.hpp,SFML/Window.hpp libshout-dev=shout/shout.h libsimdjson-dev=simdjson.h
libsm-dev=X11/SM/SMlib.h libsmbclient-dev=libsmbclient.h libsnappy-dev=snappy-c.h,snappy.h libsndfile1-dev=sndfile.h,sndfile.hh
libsnmp-dev=net-snmp/net-snmp-config.h,net-snmp/net-snmp-includes.h libsodium-dev=sodium.h
libsparsehash-dev=google/dense_hash_map,sparsehash/dense_hash_map libspatialindex-dev=spatialindex/capi/sidx_api.h,spatialindex/SpatialIndex.h
libspatialite-dev=spatialite.h libspdlog-dev=spdlog/spdlog.h libspeex-dev=speex/speex.h
libspeexdsp-dev=speex/speex_preprocess.h,speex/speex_resampler.h libsqlcipher-dev=sqlcipher/sqlite3.h libsqlite3-dev=sqlite3.h,sqlite3ext.h
libsrt-openssl-dev=srt/srt.h libssh-dev=libssh/libssh.h libssh2-1-dev=libssh2.h,libssh2_sftp.h
libssl-dev=openssl/aes.h,openssl/bio.h,openssl/bn.h,openssl/conf.h,openssl/crypto.h,openssl/ec.h,openssl/err.h
libssl-dev=openssl/evp.h,openssl/hmac.h,openssl/md5.h,openssl/opensslv.h,openssl/pem.h,openssl/rand.h
libssl-dev=openssl/rsa.h,openssl/sha.h,openssl/ssl.h,openssl/x509.h libstb-dev=stb/stb_image.h,stb_image.h libstemmer-dev=libstemmer.h
libsuitesparse-dev=cholmod.h,suitesparse/cholmod.h,suitesparse/SuiteSparseQR.hpp,suitesparse/umfpack.h libsuitesparse-dev=umfpack.h
libsvn-dev=svn_client.h libswresample-dev=libswresample/swresample.h libswscale-dev=libswscale/swscale.h
libsystemd-dev=systemd/sd-bus.h,systemd/sd-daemon.h,systemd/sd-event.h,systemd/sd-id128.h,systemd/sd-journal.h libsystemd-dev=systemd/sd-login.h
libtag1-dev=taglib/tag.h,taglib/taglib.h libtagc0-dev=tag_c.h libtasn1-6-dev=libtasn1.h libtbb-dev=tbb/parallel_for.h,tbb/task_arena.h,tbb/tbb.h
libtclap-dev=tclap/CmdLine.h libtesseract-dev=tesseract/baseapi.h,tesseract/capi.h libtheora-dev=theora/theora.h,theora/theoradec.h
libthrift-dev=thrift/Thrift.h libtidy-dev=tidy.h,tidy/tidy.h,tidybuffio.h libtiff-dev=tiff.h,tiffio.h,tiffio.hxx libtinyxml-dev=tinyxml.h
libtinyxml2-dev=tinyxml2.h libtirpc-dev=rpc/rpc.h,rpc/types.h libtoml11-dev=toml.hpp libturbojpeg0-dev=turbojpeg.h libudev-dev=libudev.h
libunbound-dev=unbound.h libunistring-dev=unicase.h,uninorm.h,unistdio.h,unistr.h libunittest++-dev=UnitTest++/UnitTest++.h libunwind-dev=libunwind.h
liburing-dev=liburing.h libusb-1.0-0-dev=libusb-1.0/libusb.h,libusb.h libusb-dev=usb.h libutf8proc-dev=utf8proc.h libutfcpp-dev=utf8.h,utf8cpp/utf8.h
libuv1-dev=uv.h libv4l-dev=libv4l2.h libva-dev=va/va.h libvips-dev=vips/vips.h libvirt-dev=libvirt/libvirt.h
libvorbis-dev=vorbis/codec.h,vorbis/vorbisenc.h,vorbis/vorbisfile.h libvpx-dev=vpx/vp8.h,vpx/vpx_decoder.h,vpx/vpx_encoder.h
libvulkan-dev=vulkan/vulkan.h,vulkan/vulkan.hpp libwayland-dev=wayland-client.h,wayland-cursor.h,wayland-egl.h,wayland-server.h,wayland-util.h
libwebp-dev=webp/decode.h,webp/demux.h,webp/encode.h,webp/mux.h libwebsocketpp-dev=websocketpp/client.hpp,websocketpp/server.hpp
libwebsockets-dev=libwebsockets.h libwrap0-dev=tcpd.h libx11-dev=X11/cursorfont.h,X11/XKBlib.h,X11/Xlib.h,X11/Xresource.h,X11/Xutil.h
libx11-xcb-dev=X11/Xlib-xcb.h libx264-dev=x264.h libx265-dev=x265.h libxapian-dev=xapian.h libxau-dev=X11/Xauth.h
libxaw7-dev=X11/Xaw/Box.h,X11/Xaw/Command.h libxcb-cursor-dev=xcb/xcb_cursor.h libxcb-ewmh-dev=xcb/xcb_ewmh.h libxcb-icccm4-dev=xcb/xcb_icccm.h
libxcb-image0-dev=xcb/xcb_image.h libxcb-keysyms1-dev=xcb/xcb_keysyms.h libxcb-randr0-dev=xcb/randr.h libxcb-render-util0-dev=xcb/xcb_renderutil.h
libxcb-render0-dev=xcb/render.h libxcb-shape0-dev=xcb/shape.h libxcb-shm0-dev=xcb/shm.h libxcb-util-dev=xcb/xcb_aux.h libxcb-xfixes0-dev=xcb/xfixes.h
libxcb-xinerama0-dev=xcb/xinerama.h libxcb-xinput-dev=xcb/xinput.h libxcb-xkb-dev=xcb/xkb.h libxcb1-dev=xcb/xcb.h
libxcomposite-dev=X11/extensions/Xcomposite.h libxcursor-dev=X11/Xcursor/Xcursor.h libxdamage-dev=X11/extensions/Xdamage.h
libxerces-c-dev=xercesc/util/PlatformUtils.hpp libxext-dev=X11/extensions/dpms.h,X11/extensions/shape.h,X11/extensions/sync.h,X11/extensions/Xext.h
libxext-dev=X11/extensions/XShm.h libxfixes-dev=X11/extensions/Xfixes.h libxft-dev=X11/Xft/Xft.h
libxi-dev=X11/extensions/XInput.h,X11/extensions/XInput2.h libxinerama-dev=X11/extensions/Xinerama.h libxkbcommon-dev=xkbcommon/xkbcommon.h
libxkbcommon-x11-dev=xkbcommon/xkbcommon-x11.h libxml2-dev=libxml/HTMLparser.h,libxml/parser.h,libxml/tree.h,libxml/xmlmemory.h,libxml/xmlreader.h
libxml2-dev=libxml/xmlversion.h,libxml/xmlwriter.h,libxml/xpath.h libxmlsec1-dev=xmlsec/xmlsec.h libxmu-dev=X11/Xmu/Atoms.h,X11/Xmu/Xmu.h
libxpm-dev=X11/xpm.h libxrandr-dev=X11/extensions/Xrandr.h libxrender-dev=X11/extensions/Xrender.h libxsimd-dev=xsimd/xsimd.hpp
libxslt1-dev=libexslt/exslt.h,libxslt/transform.h,libxslt/xslt.h,libxslt/xsltconfig.h libxss-dev=X11/extensions/scrnsaver.h
libxt-dev=X11/Intrinsic.h,X11/Shell.h,X11/StringDefs.h libxtables-dev=xtables.h libxtst-dev=X11/extensions/record.h,X11/extensions/XTest.h
libxv-dev=X11/extensions/Xvlib.h libxxf86vm-dev=X11/extensions/xf86vmode.h libxxhash-dev=xxhash.h
libyajl-dev=yajl/yajl_gen.h,yajl/yajl_parse.h,yajl/yajl_tree.h,yajl/yajl_version.h libyaml-cpp-dev=yaml-cpp/yaml.h libyaml-dev=yaml.h
libzbar-dev=zbar.h libzip-dev=zip.h libzmq3-dev=zmq.h libzopfli-dev=zopfli/zopfli.h libzstd-dev=zstd.h libzzip-dev=zzip/zzip.h
linux-libc-dev=asm/types.h,asm/unistd.h,linux/types.h,linux/videodev2.h llvm-dev=llvm-c/Core.h lv2-dev=lv2.h
mesa-common-dev=GL/internal/dri_interface.h nettle-dev=nettle/aes.h,nettle/md5.h,nettle/nettle-meta.h,nettle/sha.h,nettle/sha2.h
nlohmann-json3-dev=nlohmann/json.hpp opencl-c-headers=CL/cl.h,CL/opencl.h opencl-clhpp-headers=CL/opencl.hpp php-dev=php.h portaudio19-dev=portaudio.h
pybind11-dev=pybind11/pybind11.h python3-dev=Python.h rapidjson-dev=rapidjson/document.h,rapidjson/rapidjson.h robin-map-dev=tsl/robin_map.h
ruby-dev=ruby.h systemtap-sdt-dev=sys/sdt.h tcl-dev=tcl.h tk-dev=tk.h unixodbc-dev=sql.h,sqlext.h uthash-dev=utarray.h,uthash.h,utlist.h
uuid-dev=uuid/uuid.h valgrind=valgrind/callgrind.h,valgrind/memcheck.h,valgrind/valgrind.h x11proto-dev=X11/keysym.h,X11/X.h,X11/Xatom.h,X11/Xos.h
zlib1g-dev=zconf.h,zlib.h
`,
  library: `
binutils-dev=bfd,opcodes check comerr-dev=com_err default-libmysqlclient-dev=mysqlclient freetds-dev=ct,sybdb guile-3.0-dev=guile-3.0 libacl1-dev=acl
libadwaita-1-dev=adwaita-1 libaio-dev=aio libao-dev=ao libaom-dev=aom libapparmor-dev=apparmor libapr1-dev=apr-1 libaprutil1-dev=aprutil-1
libarchive-dev=archive libargon2-dev=argon2 libarmadillo-dev=armadillo libasound2-dev=asound libaspell-dev=aspell libass-dev=ass libassimp-dev=assimp
libassuan-dev=assuan libatk-bridge2.0-dev=atk-bridge-2.0 libatk1.0-dev=atk-1.0 libatspi2.0-dev=atspi libattr1-dev=attr libaudit-dev=audit
libaugeas-dev=augeas libavahi-client-dev=avahi-client libavahi-common-dev=avahi-common libavcodec-dev=avcodec libavdevice-dev=avdevice
libavfilter-dev=avfilter libavformat-dev=avformat libavif-dev=avif libavro-dev=avro libavutil-dev=avutil
libayatana-appindicator3-dev=appindicator3,ayatana-appindicator3 libb2-dev=b2 libbenchmark-dev=benchmark libblas-dev=blas libblkid-dev=blkid
libblosc-dev=blosc libbluetooth-dev=bluetooth libboost-atomic-dev=boost_atomic libboost-chrono-dev=boost_chrono libboost-container-dev=boost_container
libboost-context-dev=boost_context libboost-coroutine-dev=boost_coroutine libboost-date-time-dev=boost_date_time
libboost-filesystem-dev=boost_filesystem libboost-graph-dev=boost_graph libboost-iostreams-dev=boost_iostreams libboost-locale-dev=boost_locale
libboost-log-dev=boost_log libboost-program-options-dev=boost_program_options libboost-random-dev=boost_random libboost-regex-dev=boost_regex
libboost-serialization-dev=boost_serialization libboost-system-dev=boost_system libboost-test-dev=boost_unit_test_framework
libboost-thread-dev=boost_thread libboost-timer-dev=boost_timer libbpf-dev=bpf libbrotli-dev=brotlicommon,brotlidec,brotlienc libbsd-dev=bsd
libbson-dev=bson-1.0 libbz2-dev=bz2 libc++-dev=c++ libc++abi-dev=c++abi libc-ares-dev=cares libc6-dev=c,dl,m,pthread,resolv,rt
libcairo2-dev=cairo,cairo-gobject libcap-dev=cap,psx libcap-ng-dev=cap-ng libcapnp-dev=capnp,capnpc,kj libcapstone-dev=capstone libcbor-dev=cbor
libceres-dev=ceres libcjson-dev=cjson libclang-dev=clang libcmark-dev=cmark libcmocka-dev=cmocka libconfig++-dev=config++ libconfig-dev=config
libconfuse-dev=confuse libcpp-httplib-dev=cpp-httplib libcpprest-dev=cpprest libcppunit-dev=cppunit libcpputest-dev=CppUTest
libcriterion-dev=criterion libcrypt-dev=crypt libcrypto++-dev=crypto++,cryptopp libcryptsetup-dev=cryptsetup libcunit1-dev=cunit libcups2-dev=cups
libcupsimage2-dev=cupsimage libcurl4-openssl-dev=curl libczmq-dev=czmq libdav1d-dev=dav1d libdb++-dev=db_cxx libdb-dev=db libdbus-1-dev=dbus-1
libdbus-glib-1-dev=dbus-glib-1 libdconf-dev=dconf libde265-dev=de265 libdeflate-dev=deflate libdiscid-dev=discid
libdouble-conversion-dev=double-conversion libdrm-dev=drm libdw-dev=dw libedit-dev=edit libegl-dev=EGL libelf-dev=elf libenchant-2-dev=enchant-2
libepoxy-dev=epoxy libev-dev=ev libevdev-dev=evdev libevent-dev=event,event_core,event_extra,event_openssl,event_pthreads libexif-dev=exif
libexiv2-dev=exiv2 libexpat1-dev=expat libext2fs-dev=e2p,ext2fs libfcgi-dev=fcgi,fcgi++ libffi-dev=ffi
libfftw3-dev=fftw3,fftw3_threads,fftw3f,fftw3f_threads,fftw3l libfido2-dev=fido2 libfl-dev=fl libflac++-dev=FLAC++ libflac-dev=FLAC
libflatbuffers-dev=flatbuffers libfmt-dev=fmt libfontconfig-dev=fontconfig libfreetype-dev=freetype libfribidi-dev=fribidi libftdi1-dev=ftdi1
libfuse-dev=fuse libfuse3-dev=fuse3 libgbm-dev=gbm libgc-dev=gc,gccpp libgcrypt20-dev=gcrypt libgd-dev=gd libgdal-dev=gdal
libgdbm-compat-dev=gdbm_compat libgdbm-dev=gdbm libgdk-pixbuf-2.0-dev=gdk_pixbuf-2.0 libgeos++-dev=geos libgeos-dev=geos_c libgeotiff-dev=geotiff
libgflags-dev=gflags libgif-dev=gif libgirepository1.0-dev=girepository-1.0 libgit2-dev=git2 libgl-dev=GL libgles-dev=GLESv1_CM,GLESv2
libglew-dev=GLEW libglfw3-dev=glfw libglib2.0-dev=gio-2.0,glib-2.0,gmodule-2.0,gobject-2.0,gthread-2.0 libglpk-dev=glpk libglu1-mesa-dev=GLU
libglut-dev=glut libglx-dev=GLX libgmock-dev=gmock,gmock_main libgmp-dev=gmp,gmpxx libgnutls28-dev=gnutls,gnutls-dane,gnutls-openssl,gnutlsxx
libgoogle-glog-dev=glog libgoogle-perftools-dev=profiler,tcmalloc libgpg-error-dev=gpg-error libgpgme-dev=gpgme libgpiod-dev=gpiod,gpiodcxx
libgpm-dev=gpm libgps-dev=gps libgraphene-1.0-dev=graphene-1.0 libgraphicsmagick1-dev=GraphicsMagick,GraphicsMagickWand libgraphite2-dev=graphite2
libgraphviz-dev=cdt,cgraph,gvc,gvpr,xdot libgrpc++-dev=grpc++ libgrpc-dev=gpr,grpc,grpc_unsecure libgsl-dev=gsl,gslcblas
libgstreamer-plugins-base1.0-dev=gstapp-1.0,gstaudio-1.0,gstgl-1.0,gstpbutils-1.0,gsttag-1.0,gstvideo-1.0
libgstreamer1.0-dev=gstbase-1.0,gstcheck-1.0,gstreamer-1.0 libgtest-dev=gtest,gtest_main libgtk-3-dev=gdk-3,gtk-3 libgtk-4-dev=gtk-4
libgtk2.0-dev=gdk-x11-2.0,gtk-x11-2.0 libgtksourceview-4-dev=gtksourceview-4 libgudev-1.0-dev=gudev-1.0 libgumbo-dev=gumbo libhandy-1-dev=handy-1
libharfbuzz-dev=harfbuzz,harfbuzz-gobject,harfbuzz-icu,harfbuzz-subset libhdf4-dev=mfhdf libhdf5-dev=hdf5_serial,hdf5_serial_hl libheif-dev=heif
libhidapi-dev=hidapi-hidraw,hidapi-libusb libhiredis-dev=hiredis libhts-dev=hts libhttp-parser-dev=http_parser libhunspell-dev=hunspell
libhwloc-dev=hwloc libi2c-dev=i2c libiberty-dev=iberty libibverbs-dev=ibverbs libical-dev=ical,ical-glib libice-dev=ICE
libicu-dev=icudata,icui18n,icuio,icutu,icuuc libid3tag0-dev=id3tag libidn-dev=idn libidn2-dev=idn2 libieee1284-3-dev=ieee1284 libimath-dev=Imath
libinih-dev=inih,INIReader libinput-dev=input libjack-jackd2-dev=jack libjansson-dev=jansson libjavascriptcoregtk-4.0-dev=javascriptcoregtk-4.0
libjavascriptcoregtk-4.1-dev=javascriptcoregtk-4.1 libjbig-dev=jbig libjemalloc-dev=jemalloc libjpeg-dev=jpeg libjson-c-dev=json-c
libjson-glib-dev=json-glib-1.0 libjsoncpp-dev=jsoncpp libjxl-dev=jxl,jxl_threads libkeyutils-dev=keyutils libkmod-dev=kmod
libkrb5-dev=gssapi_krb5,k5crypto,krb5,krb5support libksba-dev=ksba liblapack-dev=lapack liblapacke-dev=lapacke liblcms2-dev=lcms2
libldap-dev=lber,ldap libleptonica-dev=lept,leptonica libleveldb-dev=leveldb liblmdb-dev=lmdb libltdl-dev=ltdl liblua5.1-0-dev=lua5.1
liblua5.2-dev=lua5.2 liblua5.3-dev=lua5.3 liblua5.4-dev=lua5.4 libluajit-5.1-dev=luajit-5.1 liblz4-dev=lz4 liblzma-dev=lzma liblzo2-dev=lzo2
libmad0-dev=mad libmagic-dev=magic libmagick++-dev=Magick++-6.Q16 libmagickcore-dev=MagickCore-6.Q16 libmagickwand-dev=MagickWand-6.Q16
libmariadb-dev=mariadb libmarkdown2-dev=markdown libmaxminddb-dev=maxminddb libmbedtls-dev=mbedcrypto,mbedtls,mbedx509 libmd-dev=md
libmemcached-dev=memcached,memcachedutil libmicrohttpd-dev=microhttpd libminiupnpc-dev=miniupnpc libminizip-dev=minizip libmnl-dev=mnl
libmongoc-dev=mongoc-1.0 libmosquitto-dev=mosquitto libmount-dev=mount libmp3lame-dev=mp3lame libmpc-dev=mpc libmpfr-dev=mpfr libmpg123-dev=mpg123
libmsgpack-dev=msgpackc libncurses-dev=curses,form,formw,menu,menuw,ncurses,ncursesw,panel,panelw,termcap,tic,tinfo libnet1-dev=net
libnetcdf-dev=netcdf libnetfilter-log-dev=netfilter_log libnetfilter-queue-dev=netfilter_queue libnfnetlink-dev=nfnetlink libnghttp2-dev=nghttp2
libnghttp3-dev=nghttp3 libngtcp2-dev=ngtcp2 libnl-3-dev=nl-3 libnl-genl-3-dev=nl-genl-3 libnl-route-3-dev=nl-route-3 libnng-dev=nng
libnotify-dev=notify libnpth0-dev=npth libnsl-dev=nsl libnspr4-dev=nspr4 libnss3-dev=nss3,smime3 libnuma-dev=numa libogg-dev=ogg libomp-dev=omp
libonig-dev=onig libopenal-dev=openal libopenblas-dev=openblas libopencv-dev=opencv_core,opencv_highgui,opencv_imgcodecs,opencv_imgproc
libopenexr-dev=OpenEXR libopengl-dev=OpenGL libopenjp2-7-dev=openjp2 libopenmpi-dev=mpi libopus-dev=opus libopusfile-dev=opusfile
libp11-kit-dev=p11-kit libpaho-mqtt-dev=paho-mqtt3a,paho-mqtt3c libpam0g-dev=pam libpango1.0-dev=pango-1.0,pangocairo-1.0,pangoft2-1.0,pangoxft-1.0
libpcap-dev=pcap libpci-dev=pci libpcre2-dev=pcre2-8,pcre2-posix libpcre3-dev=pcre,pcreposix libpcsclite-dev=pcsclite libperl-dev=perl
libpipewire-0.3-dev=pipewire-0.3 libpixman-1-dev=pixman-1 libpng-dev=png,png16
libpoco-dev=PocoCrypto,PocoData,PocoFoundation,PocoJSON,PocoNet,PocoNetSSL,PocoUtil,PocoXML,PocoZip libpolkit-gobject-1-dev=polkit-gobject-1
libpoppler-cpp-dev=poppler-cpp libpoppler-glib-dev=poppler-glib libpopt-dev=popt libportmidi-dev=portmidi libpostproc-dev=postproc
libpotrace-dev=potrace libpq-dev=pq libpqxx-dev=pqxx libproc2-dev=proc2 libproj-dev=proj libprotobuf-c-dev=protobuf-c
libprotobuf-dev=protobuf,protobuf-lite libprotoc-dev=protoc libpsl-dev=psl libpugixml-dev=pugixml libpulse-dev=pulse,pulse-mainloop-glib,pulse-simple
libqhull-dev=qhull,qhull_r,qhullcpp libqpdf-dev=qpdf libqrencode-dev=qrencode libqt5opengl5-dev=Qt5OpenGL libqt5serialport5-dev=Qt5SerialPort
libqt5svg5-dev=Qt5Svg libqt5websockets5-dev=Qt5WebSockets libqt5x11extras5-dev=Qt5X11Extras librabbitmq-dev=rabbitmq libraw-dev=raw
librdkafka-dev=rdkafka,rdkafka++ librdmacm-dev=rdmacm libre2-dev=re2 libreadline-dev=history,readline librhash-dev=rhash librocksdb-dev=rocksdb
librsvg2-dev=rsvg-2 librsync-dev=rsync libsamplerate0-dev=samplerate libsasl2-dev=sasl2 libsass-dev=sass libscrypt-dev=scrypt
libsdl-image1.2-dev=SDL_image libsdl-mixer1.2-dev=SDL_mixer libsdl-ttf2.0-dev=SDL_ttf libsdl1.2-dev=SDL libsdl2-dev=SDL2 libsdl2-gfx-dev=SDL2_gfx
libsdl2-image-dev=SDL2_image libsdl2-mixer-dev=SDL2_mixer libsdl2-net-dev=SDL2_net libsdl2-ttf-dev=SDL2_ttf libseccomp-dev=seccomp
libsecp256k1-dev=secp256k1 libsecret-1-dev=secret-1 libselinux1-dev=selinux libsensors-dev=sensors libserialport-dev=serialport
libsfml-dev=sfml-audio,sfml-graphics,sfml-network,sfml-system,sfml-window libsimdjson-dev=simdjson libsm-dev=SM libsmbclient-dev=smbclient
libsnappy-dev=snappy libsndfile1-dev=sndfile libsnmp-dev=netsnmpagent libsodium-dev=sodium libsoup-3.0-dev=soup-3.0 libsoup2.4-dev=soup-2.4
libspatialindex-dev=spatialindex,spatialindex_c libspatialite-dev=spatialite libspdlog-dev=spdlog libspeex-dev=speex libspeexdsp-dev=speexdsp
libsqlcipher-dev=sqlcipher libsqlite3-dev=sqlite3 libsrt-openssl-dev=srt libssh-dev=ssh libssh2-1-dev=ssh2 libssl-dev=crypto,ssl
libstemmer-dev=stemmer libsuitesparse-dev=amd,btf,camd,ccolamd,cholmod,colamd,cxsparse,klu,ldl,rbio,sliplu,spqr,suitesparseconfig
libsuitesparse-dev=umfpack libsvn-dev=svn_client-1 libswresample-dev=swresample libswscale-dev=swscale libsystemd-dev=systemd libtag1-dev=tag
libtagc0-dev=tag_c libtasn1-6-dev=tasn1 libtbb-dev=tbb,tbbmalloc libtesseract-dev=tesseract libtheora-dev=theora,theoradec,theoraenc
libthrift-dev=thrift,thriftnb,thriftz libtidy-dev=tidy libtiff-dev=tiff libtinyxml-dev=tinyxml libtinyxml2-dev=tinyxml2 libtirpc-dev=tirpc
libturbojpeg0-dev=turbojpeg libudev-dev=udev libunbound-dev=unbound libunistring-dev=unistring libunittest++-dev=UnitTest++ libunwind-dev=unwind
liburing-dev=uring libusb-1.0-0-dev=usb-1.0 libusb-dev=usb libutf8proc-dev=utf8proc libuv1-dev=uv libv4l-dev=v4l2
libva-dev=va,va-drm,va-wayland,va-x11 libvips-dev=vips,vips-cpp libvirt-dev=virt libvorbis-dev=vorbis,vorbisenc,vorbisfile libvpx-dev=vpx
libvte-2.91-dev=vte-2.91 libvulkan-dev=vulkan libwayland-dev=wayland-client,wayland-cursor,wayland-egl,wayland-server
libwebkit2gtk-4.0-dev=webkit2gtk-4.0 libwebkit2gtk-4.1-dev=webkit2gtk-4.1 libwebp-dev=webp,webpdemux,webpmux libwebsockets-dev=websockets
libwrap0-dev=wrap libx11-dev=X11 libx11-xcb-dev=X11-xcb libx264-dev=x264 libx265-dev=x265 libxapian-dev=xapian libxau-dev=Xau libxaw7-dev=Xaw,Xaw7
libxcb-cursor-dev=xcb-cursor libxcb-ewmh-dev=xcb-ewmh libxcb-icccm4-dev=xcb-icccm libxcb-image0-dev=xcb-image libxcb-keysyms1-dev=xcb-keysyms
libxcb-randr0-dev=xcb-randr libxcb-render-util0-dev=xcb-render-util libxcb-render0-dev=xcb-render libxcb-shape0-dev=xcb-shape libxcb-shm0-dev=xcb-shm
libxcb-util-dev=xcb-util libxcb-xfixes0-dev=xcb-xfixes libxcb-xinerama0-dev=xcb-xinerama libxcb-xinput-dev=xcb-xinput libxcb-xkb-dev=xcb-xkb
libxcb1-dev=xcb libxcomposite-dev=Xcomposite libxcursor-dev=Xcursor libxdamage-dev=Xdamage libxerces-c-dev=xerces-c libxext-dev=Xext
libxfixes-dev=Xfixes libxft-dev=Xft libxi-dev=Xi libxinerama-dev=Xinerama libxkbcommon-dev=xkbcommon libxkbcommon-x11-dev=xkbcommon-x11
libxml++2.6-dev=xml++-2.6 libxml2-dev=xml2 libxmlsec1-dev=xmlsec1,xmlsec1-gcrypt,xmlsec1-gnutls,xmlsec1-nss,xmlsec1-openssl libxmu-dev=Xmu
libxpm-dev=Xpm libxrandr-dev=Xrandr libxrender-dev=Xrender libxslt1-dev=exslt,xslt libxss-dev=Xss libxt-dev=Xt libxtables-dev=xtables libxtst-dev=Xtst
libxv-dev=Xv libxxf86vm-dev=Xxf86vm libxxhash-dev=xxhash libyajl-dev=yajl libyaml-cpp-dev=yaml-cpp libyaml-dev=yaml libzbar-dev=zbar libzip-dev=zip
libzmq3-dev=zmq libzopfli-dev=zopfli,zopflipng libzstd-dev=zstd nettle-dev=hogweed,nettle ocl-icd-opencl-dev=OpenCL
portaudio19-dev=portaudio,portaudiocpp python3-dev=python3.11
qt6-base-dev=Qt6Concurrent,Qt6Core,Qt6DBus,Qt6Gui,Qt6Network,Qt6OpenGLWidgets,Qt6PrintSupport,Qt6Sql,Qt6Test qt6-base-dev=Qt6Widgets,Qt6Xml
qt6-declarative-dev=Qt6Qml,Qt6Quick qt6-multimedia-dev=Qt6Multimedia,Qt6MultimediaWidgets qt6-svg-dev=Qt6Svg,Qt6SvgWidgets
qt6-tools-dev=Qt6Help,Qt6UiTools qtbase5-dev=Qt5Concurrent,Qt5Core,Qt5DBus,Qt5Gui,Qt5Network,Qt5PrintSupport,Qt5Sql,Qt5Test,Qt5Widgets,Qt5Xml
qtdeclarative5-dev=Qt5Qml,Qt5Quick qtmultimedia5-dev=Qt5Multimedia,Qt5MultimediaWidgets qttools5-dev=Qt5Designer,Qt5Help tcl-dev=tcl tk-dev=tk
unixodbc-dev=odbc,odbccr,odbcinst uuid-dev=uuid zlib1g-dev=z
`,
  // Without `lib` and `.so`: what packages of Python call a library.
  loaded: `
libacl1=libacl.so.1 libao4=libao.so.4 libaom3=libaom.so.3 libapr1=libapr-1.so.0 libarchive13=libarchive.so.13 libargon2-1=libargon2.so.1
libasound2=libasound.so.2 libaspell15=libaspell.so.15 libatk-bridge2.0-0=libatk-bridge-2.0.so.0 libatk1.0-0=libatk-1.0.so.0 libatomic1=libatomic.so.1
libatspi2.0-0=libatspi.so.0 libattr1=libattr.so.1 libaudit1=libaudit.so.1 libaugeas0=libaugeas.so.0 libavahi-client3=libavahi-client.so.3
libavahi-compat-libdnssd1=libdns_sd.so.1 libavcodec59=libavcodec.so.59 libavdevice59=libavdevice.so.59 libavfilter8=libavfilter.so.8
libavformat59=libavformat.so.59 libavif15=libavif.so.15 libavutil57=libavutil.so.57 libb2-1=libb2.so.1 libblas3=libblas.so.3 libblkid1=libblkid.so.1
libblosc1=libblosc.so.1 libbluetooth3=libbluetooth.so.3 libbluray2=libbluray.so.2 libbrotli1=libbrotlicommon.so.1,libbrotlidec.so.1,libbrotlienc.so.1
libbsd0=libbsd.so.0 libbz2-1.0=libbz2.so.1.0 libc-ares2=libcares.so.2 libcairo-gobject2=libcairo-gobject.so.2 libcairo2=cairo-2,libcairo.so.2
libcap-ng0=libcap-ng.so.0 libcap2=libcap.so.2 libcapstone4=libcapstone.so.4 libcdio19=libcdio.so.19 libcholmod3=libcholmod.so.3
libchromaprint1=libchromaprint.so.1 libclang-dev=clang libclang1-14=libclang-14.so.1 libcmark0.30.2=libcmark.so.0.30.2 libcom-err2=libcom_err.so.2
libcrypt1=libcrypt.so.1 libcryptsetup12=libcryptsetup.so.12 libcups2=libcups.so.2 libcurl3-gnutls=libcurl-gnutls.so.3 libcurl4=libcurl.so.4
libczmq4=libczmq.so.4 libdav1d6=libdav1d.so.6 libdbus-1-3=libdbus-1.so.3 libdiscid0=libdiscid.so.0 libdmtx0b=libdmtx.so.0 libdrm2=libdrm.so.2
libdw1=libdw.so.1 libedit2=libedit.so.2 libegl1=libEGL.so.1 libelf1=libelf.so.1 libenchant-2-2=enchant,libenchant-2.so.2
libespeak-ng1=libespeak-ng.so.1 libev4=libev.so.4 libevent-2.1-7=libevent-2.1.so.7 libexif12=libexif.so.12 libexiv2-27=libexiv2.so.27
libexpat1=libexpat.so.1 libffi8=libffi.so.8 libfftw3-double3=libfftw3.so.3 libfftw3-single3=libfftw3f.so.3 libfido2-1=libfido2.so.1
libflac12=libFLAC.so.12 libfluidsynth3=libfluidsynth.so.3 libfontconfig1=fontconfig-1,libfontconfig.so.1 libfreetype6=libfreetype.so.6
libfribidi0=libfribidi.so.0 libftdi1-2=libftdi1.so.2 libfuse2=libfuse.so.2 libfuse3-3=libfuse3.so.3 libgbm1=libgbm.so.1 libgc1=libgc.so.1
libgcrypt20=libgcrypt.so.20 libgd3=libgd.so.3 libgdal-dev=GDAL,gdal libgdal32=libgdal.so.32 libgdbm6=libgdbm.so.6
libgdk-pixbuf-2.0-0=libgdk_pixbuf-2.0.so.0 libgeoip1=libGeoIP.so.1 libgeos-c1v5=GEOS,libgeos_c.so.1 libgeos3.11.1=libgeos.so.3.11.1
libgfortran5=libgfortran.so.5 libgif7=libgif.so.7 libgirepository-1.0-1=libgirepository-1.0.so.1 libgit2-1.5=libgit2.so.1.5 libgl1=libGL.so.1
libgles2=libGLESv2.so.2 libglew2.2=libGLEW.so.2.2 libglfw3=libglfw.so.3
libglib2.0-0=gobject-2.0-0,libgio-2.0.so.0,libglib-2.0.so.0,libgmodule-2.0.so.0,libgobject-2.0.so.0 libglib2.0-0=libgthread-2.0.so.0
libglu1-mesa=libGLU.so.1 libglx0=libGLX.so.0 libgmp10=libgmp.so.10 libgnutls30=libgnutls.so.30 libgomp1=libgomp.so.1
libgoogle-perftools4=libprofiler.so.0,libtcmalloc.so.4 libgpg-error0=libgpg-error.so.0 libgpgme11=libgpgme.so.11 libgpiod2=libgpiod.so.2
libgs10=libgs.so.10 libgsl27=libgsl.so.27 libgslcblas0=libgslcblas.so.0 libgssapi-krb5-2=libgssapi_krb5.so.2
libgstreamer-plugins-base1.0-0=libgstapp-1.0.so.0,libgstvideo-1.0.so.0 libgstreamer1.0-0=libgstbase-1.0.so.0,libgstreamer-1.0.so.0
libgtk-3-0=libgdk-3.so.0,libgtk-3.so.0 libgtk-4-1=libgtk-4.so.1 libgtk2.0-0=libgtk-x11-2.0.so.0 libharfbuzz-subset0=libharfbuzz-subset.so.0
libharfbuzz0b=harfbuzz-0,libharfbuzz.so.0 libhdf5-103-1=libhdf5_serial.so.103 libhdf5-hl-100=libhdf5_serial_hl.so.100 libheif1=libheif.so.1
libhidapi-hidraw0=libhidapi-hidraw.so.0 libhidapi-libusb0=libhidapi-libusb.so.0 libhiredis0.14=libhiredis.so.0.14
libhunspell-1.7-0=hunspell,libhunspell-1.7.so.0 libhwloc15=libhwloc.so.15 libice6=libICE.so.6
libicu72=libicudata.so.72,libicui18n.so.72,libicuuc.so.72 libidn12=libidn.so.12 libidn2-0=libidn2.so.0 libimagequant0=libimagequant.so.0
libjack-jackd2-0=libjack.so.0 libjansson4=libjansson.so.4 libjemalloc2=libjemalloc.so.2 libjpeg62-turbo=libjpeg.so.62 libjson-c5=libjson-c.so.5
libjsoncpp25=libjsoncpp.so.25 libjxl0.7=libjxl.so.0.7 libk5crypto3=libk5crypto.so.3 libkeyutils1=libkeyutils.so.1 libkmod2=libkmod.so.2
libkrb5-3=libkrb5.so.3 liblapack3=liblapack.so.3 liblcms2-2=liblcms2.so.2 libldap-2.5-0=liblber-2.5.so.0,libldap-2.5.so.0 liblept5=liblept.so.5
libleveldb1d=libleveldb.so.1.23.0 libllvm14=libLLVM-14.so.1 liblmdb0=liblmdb.so.0 libltdl7=libltdl.so.7 liblua5.1-0=liblua5.1.so.0
liblua5.2-0=liblua5.2.so.0 liblua5.3-0=liblua5.3.so.0 liblua5.4-0=liblua5.4.so.0 libluajit-5.1-2=libluajit-5.1.so.2 liblxc1=liblxc.so.1
liblz4-1=liblz4.so.1 liblzma5=liblzma.so.5 liblzo2-2=liblzo2.so.2 libmad0=libmad.so.0 libmagic1=libmagic.so.1
libmagickcore-6.q16-6=libMagickCore-6.Q16.so.6 libmagickwand-6.q16-6=libMagickWand-6.Q16.so.6 libmagickwand-dev=MagickWand libmariadb3=libmariadb.so.3
libmaxminddb0=libmaxminddb.so.0 libmbedcrypto7=libmbedcrypto.so.7 libmecab2=libmecab.so.2 libmediainfo0v5=libmediainfo.so.0
libmemcached11=libmemcached.so.11 libmicrohttpd12=libmicrohttpd.so.12 libminizip1=libminizip.so.1 libmosquitto1=libmosquitto.so.1
libmount1=libmount.so.1 libmp3lame0=libmp3lame.so.0 libmpc3=libmpc.so.3 libmpfr6=libmpfr.so.6 libmpg123-0=libmpg123.so.0 libmpv2=libmpv.so.2
libmsgpackc2=libmsgpackc.so.2 libncurses5=libncurses.so.5 libncurses6=libncurses.so.6 libncursesw6=libncursesw.so.6 libnetcdf19=libnetcdf.so.19
libnetfilter-queue1=libnetfilter_queue.so.1 libnettle8=libnettle.so.8 libnghttp2-14=libnghttp2.so.14 libnl-3-200=libnl-3.so.200
libnl-genl-3-200=libnl-genl-3.so.200 libnng1=libnng.so.1 libnotify4=libnotify.so.4 libnspr4=libnspr4.so libnss3=libnss3.so,libnssutil3.so,libsmime3.so
libnuma1=libnuma.so.1 libodbc2=libodbc.so.2 libodbcinst2=libodbcinst.so.2 libogg0=libogg.so.0 libolm3=libolm.so.2 libonig5=libonig.so.5
libopenal1=libopenal.so.1 libopenblas0=libopenblas.so.0 libopenexr-3-1-30=libOpenEXR-3_1.so.30 libopengl0=libOpenGL.so.0 libopenjp2-7=libopenjp2.so.7
libopenmpi3=libmpi.so.40 libopenslide0=libopenslide.so.0 libopus0=libopus.so.0 libopusfile0=libopusfile.so.0 libp11-kit0=libp11-kit.so.0
libpam0g=libpam.so.0 libpango-1.0-0=libpango-1.0.so.0,pango-1.0-0 libpangocairo-1.0-0=libpangocairo-1.0.so.0,pangocairo-1.0-0
libpangoft2-1.0-0=libpangoft2-1.0.so.0,pangoft2-1.0-0 libpcap0.8=libpcap.so.0.8 libpci3=libpci.so.3 libpcre2-8-0=libpcre2-8.so.0 libpcre3=libpcre.so.3
libpcsclite1=libpcsclite.so.1 libpixman-1-0=libpixman-1.so.0 libpng16-16=libpng16.so.16 libpoppler-cpp0v5=libpoppler-cpp.so.0
libpoppler-glib8=libpoppler-glib.so.8 libpopt0=libpopt.so.0 libportaudio2=libportaudio.so.2,PortAudio libportmidi0=libportmidi.so.0 libpq5=libpq.so.5
libproj25=libproj.so.25 libprotobuf-c1=libprotobuf-c.so.1 libprotobuf32=libprotobuf.so.32 libpsl5=libpsl.so.5
libpulse0=libpulse-simple.so.0,libpulse.so.0 libpython3.11=libpython3.11.so.1.0 libqrencode4=libqrencode.so.4 libqt5core5a=libQt5Core.so.5
libqt5gui5=libQt5Gui.so.5 libqt5network5=libQt5Network.so.5 libqt5widgets5=libQt5Widgets.so.5 libqt6core6=libQt6Core.so.6 libqt6gui6=libQt6Gui.so.6
libqt6widgets6=libQt6Widgets.so.6 libquadmath0=libquadmath.so.0 librabbitmq4=librabbitmq.so.4 libraqm0=libraqm.so.0 libraw20=libraw.so.20
librdkafka1=librdkafka.so.1 libre2-9=libre2.so.9 libreadline8=libreadline.so.8 librocksdb7.8=librocksdb.so.7.8 librsvg2-2=librsvg-2.so.2
librtmidi6=librtmidi.so.6 librubberband2=librubberband.so.2 libsamplerate0=libsamplerate.so.0 libsasl2-2=libsasl2.so.2 libsdl1.2debian=libSDL-1.2.so.0
libsdl2-2.0-0=libSDL2-2.0.so.0,SDL2 libsdl2-image-2.0-0=libSDL2_image-2.0.so.0 libsdl2-mixer-2.0-0=libSDL2_mixer-2.0.so.0
libsdl2-ttf-2.0-0=libSDL2_ttf-2.0.so.0 libseccomp2=libseccomp.so.2 libsecp256k1-1=libsecp256k1.so.1 libsecret-1-0=libsecret-1.so.0
libselinux1=libselinux.so.1 libsensors5=libsensors.so.5 libsm6=libSM.so.6 libsnappy-dev=snappy libsnappy1v5=libsnappy.so.1 libsndfile1=libsndfile.so.1
libsnmp40=libnetsnmp.so.40 libsodium23=libsodium.so.23 libsoxr0=libsoxr.so.0 libspatialindex-c6=libspatialindex_c.so.6
libspatialindex6=libspatialindex.so.6 libspatialite7=libspatialite.so.7 libspeex1=libspeex.so.1 libspeexdsp1=libspeexdsp.so.1
libsqlite3-0=libsqlite3.so.0 libssh-4=libssh.so.4 libssh2-1=libssh2.so.1 libssl3=libcrypto.so.3,libssl.so.3 libstdc++6=libstdc++.so.6
libswresample4=libswresample.so.4 libswscale6=libswscale.so.6 libsybdb5=libsybdb.so.5 libsystemd0=libsystemd.so.0 libtag1v5-vanilla=libtag.so.1
libtagc0=libtag_c.so.0 libtbb12=libtbb.so.12 libtcl8.6=libtcl8.6.so,libtcl8.6.so.0 libtcmalloc-minimal4=libtcmalloc_minimal.so.4
libtesseract5=libtesseract.so.5 libtheora0=libtheora.so.0 libtiff6=libtiff.so.6 libtinfo5=libtinfo.so.5 libtinfo6=libtinfo.so.6
libtk8.6=libtk8.6.so,libtk8.6.so.0 libturbojpeg0=libturbojpeg.so.0 libudev1=libudev.so.1 libumfpack5=libumfpack.so.5 libunicorn2=libunicorn.so.2
libunwind8=libunwind.so.8 libusb-1.0-0=libusb-1.0.so.0,usb libuuid1=libuuid.so.1 libuv1=libuv.so.1 libva2=libva.so.2 libvdpau1=libvdpau.so.1
libvips42=libvips.so.42 libvirt0=libvirt.so.0 libvlc5=libvlc.so.5 libvorbis0a=libvorbis.so.0 libvorbisenc2=libvorbisenc.so.2
libvorbisfile3=libvorbisfile.so.3 libvpx7=libvpx.so.7 libvulkan1=libvulkan.so.1 libwayland-client0=libwayland-client.so.0
libwayland-cursor0=libwayland-cursor.so.0 libwayland-egl1=libwayland-egl.so.1 libwayland-server0=libwayland-server.so.0 libwebp7=libwebp.so.7
libwebpdemux2=libwebpdemux.so.2 libwebpmux3=libwebpmux.so.3 libwebsockets17=libwebsockets.so.17 libx11-6=libX11.so.6 libx11-xcb1=libX11-xcb.so.1
libx264-164=libx264.so.164 libxcb-cursor0=libxcb-cursor.so.0 libxcb-icccm4=libxcb-icccm.so.4 libxcb-image0=libxcb-image.so.0
libxcb-keysyms1=libxcb-keysyms.so.1 libxcb-randr0=libxcb-randr.so.0 libxcb-render-util0=libxcb-render-util.so.0 libxcb-render0=libxcb-render.so.0
libxcb-shape0=libxcb-shape.so.0 libxcb-shm0=libxcb-shm.so.0 libxcb-util1=libxcb-util.so.1 libxcb-xfixes0=libxcb-xfixes.so.0
libxcb-xinerama0=libxcb-xinerama.so.0 libxcb-xkb1=libxcb-xkb.so.1 libxcb1=libxcb.so.1 libxcomposite1=libXcomposite.so.1 libxcursor1=libXcursor.so.1
libxdamage1=libXdamage.so.1 libxext6=libXext.so.6 libxfixes3=libXfixes.so.3 libxft2=libXft.so.2 libxi6=libXi.so.6 libxinerama1=libXinerama.so.1
libxkbcommon-x11-0=libxkbcommon-x11.so.0 libxkbcommon0=libxkbcommon.so.0 libxml2=libxml2.so.2 libxmlsec1=libxmlsec1.so.1 libxmu6=libXmu.so.6
libxpm4=libXpm.so.4 libxrandr2=libXrandr.so.2 libxrender1=libXrender.so.1 libxslt1.1=libexslt.so.0,libxslt.so.1 libxss1=libXss.so.1 libxt6=libXt.so.6
libxtst6=libXtst.so.6 libxxf86vm1=libXxf86vm.so.1 libxxhash0=libxxhash.so.0 libyajl2=libyajl.so.2 libyaml-0-2=libyaml-0.so.2,yaml
libyaml-cpp0.7=libyaml-cpp.so.0.7 libzbar0=libzbar.so.0 libzip4=libzip.so.4 libzmq5=libzmq.so.5 libzstd1=libzstd.so.1
ocl-icd-libopencl1=libOpenCL.so.1 zlib1g=libz.so.1
`,
  module: `
asciidoctor=Asciidoctor autoconf-archive=AX_ADD_AM_MACRO_STATIC,AX_AM_MACROS_STATIC,AX_APPEND_COMPILE_FLAGS,AX_APPEND_FLAG
autoconf-archive=AX_APPEND_LINK_FLAGS,AX_BLAS,AX_BOOST_BASE,AX_BOOST_FILESYSTEM,AX_BOOST_SYSTEM
autoconf-archive=AX_BOOST_THREAD,AX_C___ATTRIBUTE__,AX_CFLAGS_WARN_ALL,AX_CHECK_COMPILE_FLAG
autoconf-archive=AX_CHECK_ENABLE_DEBUG,AX_CHECK_GL,AX_CHECK_LINK_FLAG,AX_CHECK_OPENSSL,AX_CHECK_PREPROC_FLAG
autoconf-archive=AX_CHECK_ZLIB,AX_CODE_COVERAGE,AX_COMPARE_VERSION,AX_COMPILER_FLAGS,AX_COMPILER_VENDOR
autoconf-archive=AX_COMPILER_VERSION,AX_CREATE_STDINT_H,AX_CXX_COMPILE_STDCXX,AX_CXX_COMPILE_STDCXX_11
autoconf-archive=AX_CXX_COMPILE_STDCXX_14,AX_CXX_COMPILE_STDCXX_17,AX_ENABLE_BUILDDIR,AX_EXT
autoconf-archive=AX_FUNC_WHICH_GETHOSTBYNAME_R,AX_GCC_BUILTIN,AX_GCC_FUNC_ATTRIBUTE,AX_GENERATE_CHANGELOG
autoconf-archive=AX_IS_RELEASE,AX_LAPACK,AX_LIB_MYSQL,AX_LIB_POSTGRESQL,AX_LIB_SOCKET_NSL,AX_LIB_SQLITE3
autoconf-archive=AX_MPI,AX_OPENMP,AX_PATH_GENERIC,AX_PKG_SWIG,AX_PREFIX_CONFIG_H,AX_PRINTF_SIZE_T
autoconf-archive=AX_PROG_CC_FOR_BUILD,AX_PROG_DOXYGEN,AX_PTHREAD,AX_PYTHON_DEVEL,AX_PYTHON_MODULE
autoconf-archive=AX_RECURSIVE_EVAL,AX_REQUIRE_DEFINED,AX_RESTORE_FLAGS,AX_SAVE_FLAGS,AX_SPLIT_VERSION
autoconf-archive=AX_SUBDIRS_CONFIGURE,AX_SYS_WEAK_ALIAS,AX_VALGRIND_CHECK,AX_WITH_CURSES binutils-dev=BFD bison=BISON catch2=Catch2,catch2
check=AM_PATH_CHECK,CHECK,Check,check comerr-dev=com_err cppcheck=Cppcheck cppzmq-dev=cppzmq cxxtest=CxxTest
default-libmysqlclient-dev=MYSQL,MySQL,mysqlclient doctest-dev=doctest doxygen=Doxygen extra-cmake-modules=ECM flex=FLEX freeglut3-dev=GLUT
gettext=AC_LIB_HAVE_LINKFLAGS,AC_LIB_LINKFLAGS,AM_GNU_GETTEXT,AM_GNU_GETTEXT_VERSION,AM_ICONV,AM_ICONV_LINK gettext=AM_NLS,Gettext git=Git
glslang-dev=glslang,spirv gperf=Gperf gsettings-desktop-schemas-dev=gsettings-desktop-schemas gtk-doc-tools=gtk-doc,gtk-doc.make,GTK_DOC_CHECK
guile-3.0-dev=guile-3.0 help2man=Help2Man intltool=AC_PROG_INTLTOOL,IT_PROG_INTLTOOL libabsl-dev=absl,absl_base,absl_strings libacl1-dev=ACL,libacl
libadwaita-1-dev=libadwaita-1 libaio-dev=AIO,aio libao-dev=ao libaom-dev=aom libapparmor-dev=libapparmor libapr1-dev=apr-1 libaprutil1-dev=apr-util-1
libarchive-dev=LIBARCHIVE,LibArchive,libarchive libargon2-dev=Argon2,libargon2 libarmadillo-dev=Armadillo,armadillo
libasound2-dev=ALSA,alsa,AM_PATH_ALSA libaspell-dev=ASPELL libass-dev=libass libassimp-dev=assimp libassuan-dev=AM_PATH_LIBASSUAN,libassuan
libatk-bridge2.0-dev=atk-bridge-2.0 libatk1.0-dev=atk libatomic-ops-dev=atomic_ops libatspi2.0-dev=atspi-2 libattr1-dev=libattr libaudit-dev=audit
libaugeas-dev=augeas libavahi-client-dev=Avahi,avahi-client libavcodec-dev=libavcodec libavdevice-dev=libavdevice libavfilter-dev=libavfilter
libavformat-dev=libavformat libavif-dev=libavif libavro-dev=avro-c libavutil-dev=libavutil libayatana-appindicator3-dev=ayatana-appindicator3-0.1
libb2-dev=libb2 libbenchmark-dev=benchmark libblas-dev=BLAS,blas,blas-netlib libblkid-dev=blkid libblosc-dev=blosc libbluetooth-dev=Bluez,bluez
libboost-all-dev=Boost,boost libbpf-dev=libbpf libbrotli-dev=Brotli,libbrotlicommon,libbrotlidec,libbrotlienc libbsd-dev=libbsd,libbsd-overlay
libbson-dev=bson-1.0,libbson-1.0 libbz2-dev=bz2,BZip2,bzip2 libc-ares-dev=c-ares,CARES,Cares,libcares libc6-dev=Iconv,iconv,Intl
libcairo2-dev=CAIRO,Cairo,cairo,cairo-ft,cairo-gobject,cairo-pdf,cairo-png,cairo-ps,cairo-svg,cairo-xcb libcairo2-dev=cairo-xlib
libcap-dev=CAP,Cap,LibCap,libcap libcap-ng-dev=libcap-ng libcapnp-dev=capnp,capnpc,CapnProto,kj libcapstone-dev=capstone libcbor-dev=libcbor
libcereal-dev=cereal libceres-dev=Ceres libcgal-dev=CGAL libcjson-dev=cJSON,libcjson libclang-dev=Clang libcli11-dev=CLI11 libcmark-dev=cmark,libcmark
libcmocka-dev=CMOCKA,CMocka,cmocka libconfig++-dev=libconfig++ libconfig-dev=libconfig libconfuse-dev=libconfuse libcpprest-dev=cpprestsdk
libcppunit-dev=CPPUNIT,CppUnit,cppunit libcpputest-dev=CppUTest,cpputest libcriterion-dev=criterion libcrypt-dev=libcrypt,libxcrypt
libcrypto++-dev=CryptoPP,libcrypto++ libcryptsetup-dev=libcryptsetup libcunit1-dev=CUNIT,CUnit,cunit libcups2-dev=CUPS,Cups,cups
libcurl4-openssl-dev=CURL,libcurl,LIBCURL_CHECK_CONFIG libcxxopts-dev=cxxopts libczmq-dev=czmq,libczmq libdav1d-dev=dav1d
libdbus-1-dev=DBUS,DBus,dbus,dbus-1,DBus1 libdbus-glib-1-dev=dbus-glib-1 libdconf-dev=dconf libde265-dev=libde265 libdeflate-dev=libdeflate
libdiscid-dev=libdiscid libdouble-conversion-dev=double-conversion libdrm-dev=LibDRM,Libdrm,libdrm libdw-dev=LibDw,libdw libedit-dev=LibEdit,libedit
libegl-dev=egl libeigen3-dev=Eigen3,eigen3 libelf-dev=LIBELF,LibElf,libelf libenchant-2-dev=Enchant,enchant-2 libepoxy-dev=Epoxy,epoxy
libev-dev=LIBEV,LibEv libevdev-dev=libevdev libevent-dev=LIBEVENT,LibEvent,Libevent,libevent,libevent_core,libevent_extra,libevent_openssl
libevent-dev=libevent_pthreads libexif-dev=LibExif,libexif libexiv2-dev=EXIV2,Exiv2,exiv2 libexpat1-dev=EXPAT,expat libext2fs-dev=ext2fs
libfcgi-dev=fcgi,fcgi++ libffi-dev=FFI,LibFFI,Libffi,libffi libfftw3-dev=FFTW,FFTW3,fftw3,fftw3f,fftw3l libfido2-dev=libfido2 libfl-dev=libfl
libflac-dev=flac libflatbuffers-dev=FlatBuffers,Flatbuffers libfmt-dev=fmt libfontconfig-dev=FONTCONFIG,FontConfig,Fontconfig,fontconfig
libfreetype-dev=FREETYPE,Freetype,freetype,freetype2 libfribidi-dev=FriBidi,fribidi libftdi1-dev=LibFTDI1,libftdi1 libfuse-dev=FUSE,Fuse,fuse
libfuse3-dev=FUSE3,fuse3 libgbm-dev=gbm libgc-dev=bdw-gc libgcrypt20-dev=AM_PATH_LIBGCRYPT,GCrypt,Gcrypt,LibGcrypt,libgcrypt libgd-dev=GD,gdlib
libgdal-dev=GDAL,gdal libgdbm-dev=GDBM libgdk-pixbuf-2.0-dev=gdk-pixbuf-2.0 libgee-0.8-dev=gee-0.8 libgeos-dev=GEOS,geos libgeotiff-dev=GeoTIFF
libgflags-dev=GFlags,Gflags,gflags libgif-dev=GIF,gif,libgif libgirepository1.0-dev=gobject-introspection-1.0,GOBJECT_INTROSPECTION_CHECK
libgit2-dev=LIBGIT2,LibGit2,libgit2 libgl-dev=gl,OpenGL libgles-dev=glesv1_cm,glesv2 libglew-dev=GLEW,glew libglfw3-dev=glfw3
libglib2.0-dev=AM_GLIB_GNU_GETTEXT,AM_PATH_GLIB_2_0,gio-2.0,gio-unix-2.0,GLIB,GLib,Glib,glib-2.0,GLIB2
libglib2.0-dev=GLIB_GSETTINGS,gmodule-2.0,gmodule-no-export-2.0,gobject-2.0,gthread-2.0 libglm-dev=glm libglpk-dev=GLPK libglu1-mesa-dev=glu
libglut-dev=glut libglx-dev=glx libgmock-dev=GMock,gmock libgmp-dev=GMP,gmp,gmpxx libgnutls28-dev=GnuTLS,gnutls,gnutls-dane
libgoogle-glog-dev=GLOG,Glog,glog,libglog libgoogle-perftools-dev=libprofiler,libtcmalloc,TCMalloc,Tcmalloc
libgpg-error-dev=AM_PATH_GPG_ERROR,gpg-error libgpgme-dev=AM_PATH_GPGME,gpgme libgpiod-dev=libgpiod,libgpiodcxx libgps-dev=libgps
libgraphene-1.0-dev=graphene-1.0 libgraphicsmagick1-dev=GraphicsMagick,GraphicsMagickWand libgraphite2-dev=graphite2
libgraphviz-dev=libcdt,libcgraph,libgvc,libgvpr,libxdot libgrpc++-dev=gRPC,grpc++ libgrpc-dev=gpr,grpc libgsl-dev=GSL,gsl
libgstreamer-plugins-bad1.0-dev=gstreamer-plugins-bad-1.0,gstreamer-webrtc-1.0
libgstreamer-plugins-base1.0-dev=gstreamer-allocators-1.0,gstreamer-app-1.0,gstreamer-audio-1.0
libgstreamer-plugins-base1.0-dev=gstreamer-gl-1.0,gstreamer-pbutils-1.0,gstreamer-plugins-base-1.0
libgstreamer-plugins-base1.0-dev=gstreamer-rtp-1.0,gstreamer-sdp-1.0,gstreamer-tag-1.0,gstreamer-video-1.0
libgstreamer1.0-dev=gstreamer-1.0,gstreamer-base-1.0,gstreamer-check-1.0,gstreamer-controller-1.0 libgstreamer1.0-dev=gstreamer-net-1.0
libgtest-dev=GTest,gtest libgtk-3-dev=gdk-3.0,gdk-wayland-3.0,gdk-x11-3.0,gtk+-3.0,gtk+-unix-print-3.0,GTK3 libgtk-4-dev=gtk4
libgtk2.0-dev=gdk-2.0,gdk-x11-2.0,gtk+-2.0,GTK2 libgtksourceview-4-dev=gtksourceview-4 libgudev-1.0-dev=gudev-1.0 libgumbo-dev=Gumbo,gumbo
libhandy-1-dev=libhandy-1 libharfbuzz-dev=HarfBuzz,Harfbuzz,harfbuzz,harfbuzz-gobject,harfbuzz-icu,harfbuzz-subset libhdf5-dev=HDF5,hdf5,hdf5-serial
libheif-dev=libheif libhidapi-dev=hidapi-hidraw,hidapi-libusb libhiredis-dev=HIREDIS,Hiredis,hiredis libhowardhinnant-date-dev=date libhts-dev=htslib
libhunspell-dev=HUNSPELL,Hunspell,hunspell libhwloc-dev=HWLOC,Hwloc,hwloc libibverbs-dev=libibverbs libical-dev=libical,libical-glib libice-dev=ice
libicu-dev=ICU,icu-i18n,icu-io,icu-uc libid3tag0-dev=id3tag libidn-dev=libidn libidn2-dev=IDN2,Libidn2,libidn2 libimath-dev=Imath libinih-dev=inih
libinput-dev=libinput libjack-jackd2-dev=JACK,Jack,jack libjansson-dev=JANSSON,Jansson,jansson libjavascriptcoregtk-4.0-dev=javascriptcoregtk-4.0
libjavascriptcoregtk-4.1-dev=javascriptcoregtk-4.1 libjemalloc-dev=JEMALLOC,JeMalloc,jemalloc libjpeg-dev=JPEG,jpeg,libjpeg
libjson-c-dev=JSON-C,json-c,JSONC libjson-glib-dev=json-glib-1.0 libjsoncpp-dev=jsoncpp libjxl-dev=libjxl libkeyutils-dev=libkeyutils
libkmod-dev=libkmod libkrb5-dev=GSSAPI,KRB5,krb5,krb5-gssapi libksba-dev=AM_PATH_KSBA,ksba liblapack-dev=LAPACK,lapack,lapack-netlib
liblapacke-dev=lapacke liblcms2-dev=LCMS2,lcms2 libldap-dev=lber,LDAP,Ldap,ldap libleptonica-dev=lept,Leptonica libleveldb-dev=LevelDB,leveldb
liblmdb-dev=LMDB,lmdb liblua5.1-0-dev=lua5.1,Lua51,lua51 liblua5.2-dev=lua5.2,lua52 liblua5.3-dev=lua-5.3,lua5.3,lua53
liblua5.4-dev=Lua,lua-5.4,lua5.4,lua54 libluajit-5.1-dev=LuaJIT,Luajit,luajit liblz4-dev=liblz4,LZ4,lz4 liblzma-dev=LibLZMA,liblzma,LZMA
liblzo2-dev=LZO,lzo2 libmad0-dev=MAD,mad libmagic-dev=LIBMAGIC,LibMagic,libmagic,Magic libmagick++-dev=Magick++
libmagickcore-dev=MagickCore,MagickCore-6.Q16 libmagickwand-dev=ImageMagick,MagickWand,MagickWand-6.Q16 libmariadb-dev=libmariadb,MariaDB,mariadb
libmarkdown2-dev=libmarkdown libmaxminddb-dev=libmaxminddb,MaxMindDB libmbedtls-dev=MbedTLS,mbedTLS libmd-dev=libmd libmemcached-dev=libmemcached
libmicrohttpd-dev=LibMicroHttpd,libmicrohttpd,MICROHTTPD,MicroHttpd,Microhttpd libmimalloc-dev=mimalloc libminiupnpc-dev=miniupnpc
libminizip-dev=minizip libmnl-dev=libmnl libmongoc-dev=libmongoc-1.0,mongoc-1.0 libmosquitto-dev=libmosquitto,Mosquitto libmount-dev=mount
libmp3lame-dev=lame libmpc-dev=MPC,mpc libmpfr-dev=MPFR,mpfr libmpg123-dev=libmpg123,Mpg123 libmsgpack-dev=msgpack libmsgsl-dev=Microsoft.GSL
libncurses-dev=Curses,curses,form,formw,menu,menuw,ncurses,ncursesw,panel,panelw,tic,tinfo libnetcdf-dev=NetCDF,netCDF,netcdf
libnetfilter-log-dev=libnetfilter_log libnetfilter-queue-dev=libnetfilter_queue libnfnetlink-dev=libnfnetlink libnghttp2-dev=libnghttp2,NGHTTP2
libnghttp3-dev=libnghttp3 libngtcp2-dev=libngtcp2 libnl-3-dev=libnl-3.0 libnl-genl-3-dev=libnl-genl-3.0 libnl-route-3-dev=libnl-route-3.0
libnng-dev=nng libnotify-dev=libnotify libnpth0-dev=AM_PATH_NPTH libnsl-dev=libnsl libnspr4-dev=nspr libnss3-dev=nss libnuma-dev=NUMA,Numa,numa
libogg-dev=OGG,ogg libonig-dev=Onig,oniguruma libopenal-dev=OpenAL,openal libopenblas-dev=OpenBLAS,openblas libopencv-dev=OpenCV,opencv4
libopenexr-dev=OpenEXR libopengl-dev=opengl libopenjp2-7-dev=libopenjp2,OpenJPEG libopenmpi-dev=MPI,mpi libopenscenegraph-dev=OpenSceneGraph
libopus-dev=OPUS,opus libopusfile-dev=opusfile liborc-0.4-dev=orc-0.4 libp11-kit-dev=p11-kit-1 libpaho-mqtt-dev=eclipse-paho-mqtt-c
libpam0g-dev=PAM,pam libpango1.0-dev=Pango,pango,pangocairo,pangoft2,pangoxft libpcap-dev=LibPcap,libpcap,PCAP,Pcap,pcap libpci-dev=libpci
libpcre2-dev=libpcre2,libpcre2-16,libpcre2-32,libpcre2-8,libpcre2-posix,PCRE2 libpcre3-dev=libpcre,libpcre16,libpcre32,libpcreposix,PCRE,Pcre
libpcsclite-dev=libpcsclite libperl-dev=PerlLibs libpipewire-0.3-dev=libpipewire-0.3 libpixman-1-dev=pixman-1 libpng-dev=libpng,libpng16,PNG
libpoco-dev=Poco libpolkit-gobject-1-dev=polkit-gobject-1 libpoppler-cpp-dev=poppler-cpp libpoppler-glib-dev=poppler-glib libpopt-dev=POPT,Popt,popt
libpostproc-dev=libpostproc libpq-dev=libpq,PostgreSQL libpqxx-dev=libpqxx libproc2-dev=libproc2 libproj-dev=PROJ,proj
libprotobuf-c-dev=libprotobuf-c,ProtobufC libprotobuf-dev=Protobuf,protobuf,protobuf-lite libpsl-dev=LibPSL,libpsl libpugixml-dev=pugixml
libpulse-dev=libpulse,libpulse-mainloop-glib,libpulse-simple,PulseAudio libqhull-dev=Qhull,qhull,qhull_r libqpdf-dev=libqpdf
libqrencode-dev=libqrencode libqt5opengl5-dev=Qt5OpenGL libqt5serialport5-dev=Qt5SerialPort libqt5svg5-dev=Qt5Svg libqt5websockets5-dev=Qt5WebSockets
libqt5x11extras5-dev=Qt5X11Extras librabbitmq-dev=librabbitmq librange-v3-dev=range-v3 libraw-dev=libraw librdkafka-dev=RdKafka,rdkafka,rdkafka++
librdmacm-dev=librdmacm libre2-dev=RE2,Re2,re2 libreadline-dev=READLINE,Readline,readline librhash-dev=librhash librocksdb-dev=RocksDB,rocksdb
librsvg2-dev=librsvg-2.0 libsamplerate0-dev=SampleRate,samplerate libsasl2-dev=libsasl2,SASL2,Sasl2 libsass-dev=libsass libsdl-image1.2-dev=SDL_image
libsdl-mixer1.2-dev=SDL_mixer libsdl-ttf2.0-dev=SDL_ttf libsdl1.2-dev=AM_PATH_SDL,SDL,sdl libsdl2-dev=AM_PATH_SDL2,SDL2,sdl2 libsdl2-gfx-dev=SDL2_gfx
libsdl2-image-dev=SDL2_image libsdl2-mixer-dev=SDL2_mixer libsdl2-net-dev=SDL2_net libsdl2-ttf-dev=SDL2_ttf
libseccomp-dev=LibSeccomp,libseccomp,Seccomp libsecp256k1-dev=libsecp256k1 libsecret-1-dev=libsecret-1 libselinux1-dev=libselinux
libserialport-dev=libserialport libsfml-dev=SFML,sfml-all,sfml-audio,sfml-graphics,sfml-network,sfml-system,sfml-window libsimdjson-dev=simdjson
libsm-dev=sm libsmbclient-dev=smbclient libsnappy-dev=SNAPPY,Snappy,snappy libsndfile1-dev=LIBSNDFILE,LibSndFile,SNDFILE,SndFile,Sndfile,sndfile
libsnmp-dev=NetSNMP,netsnmp,netsnmp-agent libsodium-dev=LibSodium,libsodium,Sodium,sodium libsoup-3.0-dev=libsoup-3.0 libsoup2.4-dev=libsoup-2.4
libsparsehash-dev=libsparsehash libspatialindex-dev=Spatialindex libspatialite-dev=SPATIALITE,SpatiaLite,Spatialite,spatialite libspdlog-dev=spdlog
libspeex-dev=speex libspeexdsp-dev=speexdsp libsqlcipher-dev=sqlcipher libsqlite3-dev=SQLite3,sqlite3 libsrt-openssl-dev=haisrt,srt
libssh-dev=LIBSSH,LibSSH,libssh libssh2-1-dev=LIBSSH2,LibSSH2,Libssh2,libssh2 libssl-dev=libcrypto,libssl,OpenSSL,openssl libsvn-dev=libsvn_client
libswresample-dev=libswresample libswscale-dev=libswscale libsystemd-dev=libsystemd,SYSTEMD,Systemd libtag1-dev=TagLib,Taglib,taglib
libtasn1-6-dev=libtasn1 libtbb-dev=TBB,tbb libtclap-dev=tclap libtesseract-dev=Tesseract,tesseract libtheora-dev=theora,theoradec,theoraenc
libthrift-dev=thrift libtidy-dev=Tidy,tidy libtiff-dev=libtiff-4,TIFF libtinyxml-dev=tinyxml libtinyxml2-dev=tinyxml2 libtirpc-dev=libtirpc
libtoml11-dev=toml11 libtool=AC_LIBTOOL_DLOPEN,AC_LIBTOOL_WIN32_DLL,AC_PROG_LIBTOOL,AM_PROG_LIBTOOL,Libtool,LT_INIT,LT_LIB_M libtool=LT_PREREQ
libturbojpeg0-dev=libturbojpeg libudev-dev=libudev,UDEV,UDev,Udev libunbound-dev=libunbound libunistring-dev=Unistring libunittest++-dev=UnitTest++
libunwind-dev=LIBUNWIND,LibUnwind,Libunwind,libunwind liburing-dev=LIBURING,LibUring,liburing libusb-1.0-0-dev=LIBUSB,LibUSB,libusb-1.0,USB1
libusb-dev=libusb libutf8proc-dev=libutf8proc,utf8proc libutfcpp-dev=utf8cpp libuv1-dev=LIBUV,LibUV,Libuv,libuv libv4l-dev=libv4l2
libva-dev=libva,libva-drm,libva-wayland,libva-x11 libvips-dev=vips,vips-cpp libvirt-dev=libvirt libvorbis-dev=VORBIS,vorbis,vorbisenc,vorbisfile
libvpx-dev=vpx libvte-2.91-dev=vte-2.91 libvtk9-dev=VTK libvulkan-dev=Vulkan,vulkan
libwayland-dev=wayland-client,wayland-cursor,wayland-egl,wayland-scanner,wayland-server libwebkit2gtk-4.0-dev=webkit2gtk-4.0
libwebkit2gtk-4.1-dev=webkit2gtk-4.1 libwebp-dev=libwebp,libwebpdemux,libwebpmux,WEBP libwebsocketpp-dev=websocketpp
libwebsockets-dev=LibWebSockets,Libwebsockets,Websockets libwxgtk3.2-dev=wxWidgets,wxwidgets libx11-dev=X11,x11 libx11-xcb-dev=x11-xcb
libx264-dev=x264 libx265-dev=x265 libxapian-dev=Xapian,xapian-core libxau-dev=xau libxaw7-dev=xaw7 libxcb-cursor-dev=xcb-cursor
libxcb-ewmh-dev=xcb-ewmh libxcb-icccm4-dev=xcb-icccm libxcb-image0-dev=xcb-image libxcb-keysyms1-dev=xcb-keysyms libxcb-randr0-dev=xcb-randr
libxcb-render-util0-dev=xcb-renderutil libxcb-render0-dev=xcb-render libxcb-shape0-dev=xcb-shape libxcb-shm0-dev=xcb-shm
libxcb-util-dev=xcb-atom,xcb-aux,xcb-event,xcb-util libxcb-xfixes0-dev=xcb-xfixes libxcb-xinerama0-dev=xcb-xinerama libxcb-xinput-dev=xcb-xinput
libxcb-xkb-dev=xcb-xkb libxcb1-dev=XCB,xcb libxcomposite-dev=xcomposite libxcursor-dev=xcursor libxdamage-dev=xdamage libxerces-c-dev=xerces-c,XercesC
libxext-dev=xext libxfixes-dev=xfixes libxft-dev=xft libxi-dev=xi libxinerama-dev=xinerama libxkbcommon-dev=XKBCommon,Xkbcommon,xkbcommon
libxkbcommon-x11-dev=xkbcommon-x11 libxml++2.6-dev=libxml++-2.6 libxml2-dev=AM_PATH_XML2,libxml-2.0,LIBXML2,LibXml2,libxml2
libxmlsec1-dev=xmlsec1,xmlsec1-openssl libxmu-dev=xmu libxpm-dev=xpm libxrandr-dev=xrandr libxrender-dev=xrender libxsimd-dev=xsimd
libxslt1-dev=LIBXSLT,LibXslt,libxslt libxss-dev=xscrnsaver libxt-dev=xt libxtables-dev=xtables libxtensor-dev=xtensor libxtst-dev=xtst libxv-dev=xv
libxxf86vm-dev=xxf86vm libxxhash-dev=libxxhash,xxHash libyajl-dev=YAJL,yajl libyaml-cpp-dev=yaml-cpp libyaml-dev=LibYaml,YAML,yaml-0.1
libzbar-dev=zbar libzip-dev=LibZip,libzip,Zip libzmq3-dev=LibZMQ,libzmq,ZMQ libzstd-dev=libzstd,ZSTD,Zstd,zstd llvm-dev=LLVM,llvm lv2-dev=lv2
nasm=NASM,Nasm nettle-dev=hogweed,Nettle,nettle nlohmann-json3-dev=nlohmann_json ocl-icd-opencl-dev=OpenCL pandoc=Pandoc patch=Patch perl=Perl
pkg-config=PKG_CHECK_EXISTS,PKG_CHECK_MODULES,PKG_CHECK_VAR,PKG_INSTALLDIR,PKG_NOARCH_INSTALLDIR pkg-config=PKG_PROG_PKG_CONFIG,PkgConfig
portaudio19-dev=PORTAUDIO,PortAudio,Portaudio,portaudio-2.0,portaudiocpp protobuf-compiler=Protoc pybind11-dev=pybind11 python-gi-dev=pygobject-3.0
python3=PythonInterp python3-dev=Python,Python3,python3,python3-embed,PythonLibs
qt6-base-dev=Qt6,qt6,Qt6Concurrent,Qt6Core,Qt6DBus,Qt6Gui,Qt6Network,Qt6OpenGL,Qt6OpenGLWidgets
qt6-base-dev=Qt6PrintSupport,Qt6Sql,Qt6Test,Qt6Widgets,Qt6Xml qt6-declarative-dev=Qt6Qml,Qt6Quick
qt6-multimedia-dev=Qt6Multimedia,Qt6MultimediaWidgets qt6-svg-dev=Qt6Svg,Qt6SvgWidgets qt6-tools-dev=Qt6LinguistTools
qtbase5-dev=Qt5,qt5,Qt5Concurrent,Qt5Core,Qt5DBus,Qt5Gui,Qt5Network,Qt5PrintSupport,Qt5Sql,Qt5Test,Qt5Widgets qtbase5-dev=Qt5Xml
qtdeclarative5-dev=Qt5Qml,Qt5Quick qtmultimedia5-dev=Qt5Multimedia,Qt5MultimediaWidgets qttools5-dev=Qt5LinguistTools ragel=Ragel
rapidjson-dev=RapidJSON ruby-dev=Ruby spirv-headers=SPIRV-Headers spirv-tools=SPIRV-Tools subversion=Subversion swig=SWIG systemd tcl-dev=TCL,tcl
texlive-latex-base=LATEX tk-dev=tk udev unixodbc-dev=ODBC,odbc,odbcinst uuid-dev=LibUUID,Libuuid,UUID,uuid valac=VALA_PROG_VALAC,vapigen,vapigen-0.56
valgrind=Valgrind,valgrind wayland-protocols x11proto-dev=fixesproto,inputproto,kbproto,randrproto,renderproto,xextproto,xproto
xsltproc=XSLTPROC,Xsltproc xutils-dev=xorg-macros,XORG_MACROS_VERSION yasm=Yasm zlib1g-dev=ZLIB,zlib
`,
  typelib: `
gir1.2-adw-1=Adw,Adw-1 gir1.2-atk-1.0=Atk,Atk-1.0 gir1.2-atspi-2.0=Atspi,Atspi-2.0 gir1.2-gdkpixbuf-2.0=GdkPixbuf,GdkPixbuf-2.0
gir1.2-gexiv2-0.10=GExiv2,GExiv2-0.10 gir1.2-gst-plugins-base-1.0=GstApp,GstApp-1.0,GstAudio,GstAudio-1.0,GstPbutils,GstPbutils-1.0,GstTag
gir1.2-gst-plugins-base-1.0=GstTag-1.0,GstVideo,GstVideo-1.0 gir1.2-gstreamer-1.0=Gst,Gst-1.0,GstBase,GstBase-1.0,GstController,GstController-1.0
gir1.2-gtk-3.0=Gdk,Gdk-3.0,Gtk,Gtk-3.0 gir1.2-gtk-4.0=Gdk-4.0,Gsk,Gsk-4.0,Gtk-4.0 gir1.2-gtksource-4=GtkSource,GtkSource-4
gir1.2-gtksource-5=GtkSource-5 gir1.2-gudev-1.0=GUdev,GUdev-1.0 gir1.2-handy-1=Handy,Handy-1 gir1.2-json-1.0=Json,Json-1.0
gir1.2-keybinder-3.0=Keybinder,Keybinder-3.0 gir1.2-modulemd-2.0=Modulemd,Modulemd-2.0 gir1.2-nm-1.0=NM,NM-1.0 gir1.2-notify-0.7=Notify,Notify-0.7
gir1.2-ostree-1.0=OSTree,OSTree-1.0 gir1.2-pango-1.0=Pango,Pango-1.0,PangoCairo,PangoCairo-1.0 gir1.2-playerctl-2.0=Playerctl,Playerctl-2.0
gir1.2-poppler-0.18=Poppler,Poppler-0.18 gir1.2-rsvg-2.0=Rsvg,Rsvg-2.0 gir1.2-secret-1=Secret,Secret-1 gir1.2-soup-2.4=Soup-2.4
gir1.2-soup-3.0=Soup,Soup-3.0 gir1.2-udisks-2.0=UDisks,UDisks-2.0 gir1.2-vips-8.0=Vips,Vips-8.0 gir1.2-vte-2.91=Vte,Vte-2.91
gir1.2-webkit2-4.0=WebKit2-4.0 gir1.2-webkit2-4.1=WebKit2,WebKit2-4.1 gir1.2-wnck-3.0=Wnck,Wnck-3.0
`,
  perl: `
libcapture-tiny-perl=Capture::Tiny libclass-accessor-perl=Class::Accessor libdate-manip-perl=Date::Manip libdatetime-perl=DateTime
libdbd-pg-perl=DBD::Pg libdbd-sqlite3-perl=DBD::SQLite libdbi-perl=DBI libdevel-cover-perl=Devel::Cover libexpect-perl=Expect
libfile-slurp-perl=File::Slurp libfile-which-perl=File::Which libfont-ttf-perl=Font::TTF libgd-perl=GD
libgetopt-long-descriptive-perl=Getopt::Long::Descriptive libhtml-parser-perl=HTML::Parser libimage-magick-perl=Image::Magick
libinline-c-perl=Inline::C libio-pty-perl=IO::Tty libio-socket-ssl-perl=IO::Socket::SSL libipc-run-perl=IPC::Run libipc-run3-perl=IPC::Run3
libjson-perl=JSON libjson-xs-perl=JSON::XS liblist-moreutils-perl=List::MoreUtils liblocale-gettext-perl=Locale::gettext libmime-lite-perl=MIME::Lite
libmodule-build-perl=Module::Build libmodule-install-perl=Module::Install libmoo-perl=Moo libmoose-perl=Moose libnet-ssleay-perl=Net::SSLeay
libparse-recdescent-perl=Parse::RecDescent libparse-yapp-perl=Parse::Yapp libpath-tiny-perl=Path::Tiny libperl-critic-perl=Perl::Critic
libperlio-gzip-perl=PerlIO::gzip libreadonly-perl=Readonly libregexp-common-perl=Regexp::Common libspreadsheet-parseexcel-perl=Spreadsheet::ParseExcel
libtemplate-perl=Template libterm-readkey-perl=Term::ReadKey libterm-readline-gnu-perl=Term::ReadLine::Gnu libtest-deep-perl=Test::Deep
libtest-differences-perl=Test::Differences libtest-exception-perl=Test::Exception libtest-leaktrace-perl=Test::LeakTrace
libtest-mockmodule-perl=Test::MockModule libtest-most-perl=Test::Most libtest-pod-perl=Test::Pod libtest-warn-perl=Test::Warn
libtext-template-perl=Text::Template libtry-tiny-perl=Try::Tiny liburi-perl=URI libwww-perl=LWP::UserAgent libxml-libxml-perl=XML::LibXML
libxml-parser-perl=XML::Parser libxml-simple-perl=XML::Simple libxml-twig-perl=XML::Twig libyaml-libyaml-perl=YAML::XS libyaml-perl=YAML
perltidy=Perl::Tidy
`,
  // Among them what tools call the programs that they look for: CMake's generators and compilers, parts of gcc, poppler.
  program: `
acl=getfacl,setfacl ant apache2-dev=apxs apache2-utils=htpasswd appstream=appstreamcli asciidoc-base=a2x,asciidoc asciidoctor ash aspell
autoconf=autoconf,autoheader,autom4te,autoreconf automake=aclocal,automake autopoint bash bats bc bedtools
binutils=addr2line,ar,as,c++filt,ld,nm,objcopy,objdump,ranlib,readelf,strings,strip bison=bison,yacc brotli bsdextrautils=column,hexdump busybox bzip2
capnproto=capnp,capnpc ccache clang=clang,clang++,clang-cpp clang-format clang-tidy cmake=cmake,ctest cmark cpio cpp cppcheck csh curl cython3 dash
dbus-daemon=dbus-daemon,dbus-run-session dbus-x11=dbus-launch default-libmysqlclient-dev=mysql_config default-mysql-client=mysql dejagnu=runtest
desktop-file-utils=desktop-file-install,desktop-file-validate,update-desktop-database device-tree-compiler=dtc devscripts=checkbashisms
diffutils=cmp,diff dos2unix=dos2unix,unix2dos doxygen dpkg-dev=dpkg-buildpackage dvipng e2fsprogs=mke2fs,mkfs.ext4 elfutils=eu-readelf,eu-strip espeak
espeak-ng expect=expect,unbuffer faketime fd-find=fdfind ffmpeg=ffmpeg,ffprobe file flac=flac,metaflac flatbuffers-compiler=flatc flex=flex,lex
fontconfig=fc-cache,fc-list,fc-match fop g++=c++,cc1plus,CMAKE_CXX_COMPILER,g++,x86_64-linux-gnu-g++ gawk
gcc=cc,CMAKE_C_COMPILER,gcc,x86_64-linux-gnu-gcc gcc-aarch64-linux-gnu=aarch64-linux-gnu-gcc gcc-arm-linux-gnueabihf=arm-linux-gnueabihf-gcc
gcc-mingw-w64-x86-64=x86_64-w64-mingw32-gcc gcovr gdal-bin=gdal_translate,gdalinfo,ogr2ogr gdb genisoimage gettext=msgcat,msgfmt,msgmerge,xgettext
gettext-base=envsubst,gettext gfortran=CMAKE_Fortran_COMPILER,f95,f951,Fortran,gfortran ghostscript=gs,ps2pdf gifsicle git
glslang-tools=glslangValidator glslc gnupg=gpg gnupg2=gpg2 gnuplot-nox=gnuplot gobject-introspection=g-ir-compiler,g-ir-generate,g-ir-scanner gperf
gpg-agent gpgconf=gpg-connect-agent graphviz=dot,neato groff groff-base=nroff,troff gtk-doc-tools=gtkdoc-mkdb,gtkdoc-scan,gtkdocize
gtk-update-icon-cache guile-3.0=guile guile-3.0-dev=guile-config gzip hdf5-tools=h5dump help2man hunspell imagemagick=convert,identify
intltool=intltool-update,intltoolize ispell itstool jpegoptim jq lame lcov=genhtml,lcov ldc=ldc2 libapr1-dev=apr-1-config libcap2-bin=getcap,setcap
libcups2-dev=cups-config libcurl4-openssl-dev=curl-config libfltk1.3-dev=fltk-config libgcrypt20-dev=libgcrypt-config libgdal-dev=gdal-config
libgdk-pixbuf2.0-bin=gdk-pixbuf-csource,gdk-pixbuf-pixdata libgeos-dev=geos-config libglib2.0-bin=glib-compile-schemas
libglib2.0-dev-bin=gdbus-codegen,glib-compile-resources,glib-genmarshal,glib-mkenums libgsl-dev=gsl-config libhdf5-dev=h5cc
libimage-exiftool-perl=exiftool libjpeg-turbo-progs=cjpeg,jpegtran libkrb5-dev=krb5-config libmariadb-dev=mariadb_config libnetcdf-dev=nc-config
libnss3-tools=certutil libopenjp2-tools=opj_compress libopenmpi-dev=mpic++,mpicc,mpicxx,mpifort libpcap-dev=pcap-config libpcre2-dev=pcre2-config
libpcre3-dev=pcre-config libpng-dev=libpng-config libpq-dev=pg_config librsvg2-bin=rsvg-convert libsdl1.2-dev=sdl-config libsdl2-dev=sdl2-config
libsnmp-dev=net-snmp-config libtiff-tools=tiffcp libtool=libtoolize libtool-bin=libtool libwayland-bin=wayland-scanner libwxgtk3.2-dev=wx-config
libxml2-dev=xml2-config libxml2-utils=xmllint libxmlsec1-dev=xmlsec1-config libxslt1-dev=xslt-config llvm=llvm-config lua5.1 lua5.3
lua5.4=lua,lua5.4,luac luajit lz4 lzop m4 make=make,Makefiles man-db=man mandoc markdown mawk mercurial=hg meson miller=mlr mkvtoolnix=mkvmerge
mono-mcs=mcs mono-runtime=mono mpg123 mupdf-tools=mutool musl-tools=musl-gcc nasm=CMAKE_ASM_NASM_COMPILER,nasm ncurses-bin=tic net-tools=netstat
netcat-openbsd=nc,netcat netcdf-bin=ncdump netpbm=pnmtopng ninja-build=Ninja,ninja nodejs=node,nodejs ocaml-findlib=ocamlfind ocrmypdf
openmpi-bin=mpiexec,mpirun openssh-client=ssh,ssh-keygen openssl optipng opus-tools=opusenc p7zip-full=7z pandoc parallel patch patchelf pdf2svg
perl=json_pp,perl,pod2man,pod2text,prove php-cli=php php-dev=php-config,phpize pigz pkg-config=Pkg-config,pkg-config pkgconf pngcrush pngquant
poppler-utils=pdfimages,pdfinfo,pdftocairo,pdftoppm,pdftotext,poppler postgresql-client=pg_dump,psql potrace procps=ps proj-bin=proj,projinfo protobuf-c-compiler=protoc-c
protobuf-compiler=protoc python-is-python3=python python3 python3-dev=python3-config python3-docutils=rst2man python3-sphinx=sphinx-build
qmake6 qpdf qrencode qt5-qmake=qmake qtbase5-dev-tools=moc,rcc qttools5-dev-tools=lrelease,lupdate ragel re2c ripgrep=rg rpcsvc-proto=rpcgen rsync samtools scdoc scons shellcheck shfmt
socat sox sqlite3 squashfs-tools=mksquashfs,unsquashfs strace subversion=svn,svnadmin swig tcl=tclsh tesseract-ocr=tesseract texinfo=makeinfo,texi2dvi
texlive-binaries=bibtex texlive-latex-base=latex,pdflatex texlive-xetex=xelatex thrift-compiler=thrift tidy tree universal-ctags=ctags
unzip=unzip,zipinfo valac=valac,vapigen valgrind vorbis-tools=oggenc webp=cwebp,dwebp wget wkhtmltopdf=wkhtmltoimage,wkhtmltopdf xauth xclip
xdg-utils=xdg-open xdotool xmlsec1 xmlstarlet xmlto xsltproc xvfb=Xvfb,xvfb-run xxd xz-utils=lzma,unxz,xz,xzcat yamllint yasm yq z3 z80asm
zbar-tools=zbarimg zip zsh zstd=unzstd,zstd,zstdcat
`,
  // Which one is asked for is seldom told; this package has all of them, ready for use.
  locale: "locales-all=locale",
};

/** The names of a table, each with its package. */
export function entriesOf(table: Table): readonly (readonly [name: string, debian: string])[] {
  return TEXTS[table]
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [debian = entry, names = debian] = entry.split("=");
      return names.split(",").map((name) => [name, debian] as const);
    });
}

const BY_NAME: Readonly<Record<Table, ReadonlyMap<string, string>>> = {
  header: new Map(entriesOf("header")),
  library: new Map(entriesOf("library")),
  loaded: new Map([...entriesOf("loaded").map(withoutVersion), ...entriesOf("loaded")]),
  module: new Map(entriesOf("module")),
  typelib: new Map(entriesOf("typelib")),
  perl: new Map(entriesOf("perl")),
  program: new Map(entriesOf("program")),
  locale: new Map(entriesOf("locale")),
};

/** A library by its name alone: `libz.so.1` as `z`. Of several versions the last counts. */
function withoutVersion([name, debian]: readonly [string, string]): readonly [string, string] {
  return [name.replace(/^lib(.+?)\.so[\d.]*$/, "$1"), debian];
}

/** Debian's package that has a name; undefined where it is not known. */
export function packageOf(table: Table, name: string): string | undefined {
  return BY_NAME[table].get(name) ?? (table === "header" ? packageOfFolder(name) : undefined);
}

function packageOfFolder(header: string): string | undefined {
  const folders = [...header.matchAll(/\//g)].map(({ index }) => header.slice(0, index + 1));
  return folders
    .toReversed()
    .map((folder) => BY_NAME.header.get(folder))
    .find((found) => found !== undefined);
}
