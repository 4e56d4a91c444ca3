// Which distribution has a module: kept by hand, from what the distributions themselves install. A name that is not here is looked up among what the
// repository itself names, and is otherwise not installed: a distribution of the module's name may be anything.

/** `DISTRIBUTION=MODULE,…`; where the one module is called as the distribution is, that alone. */
const DISTRIBUTIONS = `
addict agate aiofiles aiohttp aioredis aioresponses aiosqlite aiounittest alabaster alembic altair amqp aniso8601 ansible
antlr4-python3-runtime=antlr4 anyio apache-airflow=airflow apispec appdirs approvaltests apscheduler arcade argon2-cffi=argon2 arpeggio
arrow asgiref asn1crypto assertpy astor astroid astropy astroquery asttokens async-timeout=async_timeout asyncpg asynctest atheris
attrs=attr,attrs authlib autobahn avro babel backoff backports-tarfile=backports.tarfile backports-zoneinfo=backports.zoneinfo base58 bcrypt
beaker beartype beautifulsoup4=bs4 behave betamax billiard bitarray bitstring bleach blessed blessings blinker bokeh boltons boto boto3
botocore bottle bpython braintree bravado brotli brotlicffi bugsnag cachecontrol cachelib cachetools cachy cairocffi camelot-py=camelot
cassandra-driver=cassandra catboost cattrs=cattr,cattrs cbor cbor2 cchardet celery cerberus certifi certvalidator cffi cftime channels
chardet charset-normalizer=charset_normalizer cheroot cherrypy ciscoconfparse cleo click cliff clikit clint cloudpickle cmd2 coincurve
colander colorama colorlog commonmark configargparse configobj construct contextlib2 convertdate cookiecutter cornice coverage crcmod
croniter cryptography cssselect cssutils csvkit cvxopt cx-oracle=cx_Oracle cycler cython=cython,Cython,pyximport cytoolz daphne dask
databases datadog dateparser ddt decorator deepdiff deform defusedxml delorean dependency-injector=dependency_injector deprecated
deprecation dictdiffer dill dirty-equals=dirty_equals discord-py=discord distributed distro dj-database-url=dj_database_url
dj-email-url=dj_email_url django django-autofixture=autofixture django-cache-url=django_cache_url django-celery-beat=django_celery_beat
django-compressor=compressor django-cors-headers=corsheaders django-countries=django_countries django-crispy-forms=crispy_forms
django-debug-toolbar=debug_toolbar django-dynamic-fixture=django_dynamic_fixture django-extensions=django_extensions
django-filter=django_filters django-guardian=guardian django-haystack=haystack django-import-export=import_export django-jinja=django_jinja
django-model-utils=model_utils django-mptt=mptt django-nose=django_nose django-oauth-toolkit=oauth2_provider django-polymorphic=polymorphic
django-redis=django_redis django-reversion=reversion django-storages=storages django-tables2=django_tables2 django-taggit=taggit
django-tastypie=tastypie django-treebeard=treebeard django-waffle=waffle django-webtest=django_webtest djangorestframework=rest_framework
dnspython=dns docopt docutils dogpile dominate doublex dpath dpkt dramatiq dulwich dynaconf easy-thumbnails=easy_thumbnails ecdsa ed25519
editdistance elasticsearch email-validator=email_validator enum34 environs envoy ephem etcd3 eth-utils=eth_utils eventlet everett
exceptiongroup execnet executing expects eyed3 ezodf fabric facebook-sdk=facebook factory-boy=factory faker fakeredis falcon fastapi
fastavro fasteners feedparser filelock fiona fire fixtures flask flask-admin=flask_admin flask-babel=flask_babel flask-bcrypt=flask_bcrypt
flask-bootstrap=flask_bootstrap flask-caching=flask_caching flask-cors=flask_cors flask-debugtoolbar=flask_debugtoolbar
flask-httpauth=flask_httpauth flask-jwt-extended=flask_jwt_extended flask-limiter=flask_limiter flask-login=flask_login
flask-mail=flask_mail flask-marshmallow=flask_marshmallow flask-migrate=flask_migrate flask-moment=flask_moment
flask-pagedown=flask_pagedown flask-principal=flask_principal flask-restful=flask_restful flask-script=flask_script
flask-security=flask_security flask-socketio=flask_socketio flask-sqlalchemy=flask_sqlalchemy flask-testing=flask_testing
flask-uploads=flask_uploads flask-wtf=flask_wtf flatbuffers flexmock flit flit-core=flit_core fonttools forex-python=forex_python formencode
freezegun frozendict fsspec ftfy funcsigs funcy furl future fuzzywuzzy genshi gensim geoalchemy2 geoip2 geojson geopandas geopy gevent gitdb
gitpython=git glom gmpy2 gnureadline google-api-python-client=googleapiclient google-auth=google.auth
google-cloud-bigquery=google.cloud.bigquery google-cloud-storage=google.cloud.storage graphene graphql-core=graphql graphviz green greenlet
grpcio=grpc gunicorn h11 h2 h5py halo hatchling hexbytes holidays hpack html5lib httmock httpagentparser httpbin httpcore httplib2 httpretty
httpx huey humanfriendly humanize hunspell hvac hydra-core=hydra hyperlink hypothesis ibm-db=ibm_db icalendar ics idna igraph ijson
imagehash imageio imagesize immutables impacket importlib-metadata=importlib_metadata importlib-resources=importlib_resources incremental
inflect inflection injector inline-snapshot=inline_snapshot inquirer invoke ipaddress ipython=IPython ipywidgets irc iso8601 isodate
itemadapter itemloaders itsdangerous jaeger-client=jaeger_client jaraco-collections=jaraco.collections jaraco-context=jaraco.context
jaraco-functools=jaraco.functools jaraco-itertools=jaraco.itertools jaraco-path=jaraco.path jaraco-text=jaraco.text jellyfish jinja2 jira
jmespath joblib josepy json-log-formatter=json_log_formatter jsonargparse jsonpatch jsonpath-ng=jsonpath_ng jsonpath-rw=jsonpath_rw
jsonpickle jsonpointer jsonschema jupyter-client=jupyter_client jwcrypto kafka-python=kafka kazoo keras keyring kivy kombu langdetect lark
lazy-object-proxy=lazy_object_proxy ldap3 levenshtein=Levenshtein libfaketime librosa lightgbm linkify-it-py=linkify_it lockfile logbook
loguru luigi lxml lz4 mako markdown markdown-it-py=markdown_it markdownify markupsafe marshmallow
marshmallow-sqlalchemy=marshmallow_sqlalchemy matplotlib=matplotlib,mpl_toolkits matrix-nio=nio maxminddb maya mayavi mccabe
mdit-py-plugins=mdit_py_plugins mdurl mercantile meson-python=mesonpy mido mimesis minimock mistune mlflow mmh3 mock mockito
mockredispy=mockredis model-bakery=model_bakery mongoengine mongomock monotonic more-itertools=more_itertools moto mpmath msgpack mss
multidict multipledispatch munch music21 mutagen mypy mysqlclient=MySQLdb myst-parser=myst_parser nameparser nbclient nbconvert nbformat
neo4j netaddr netcdf4=netCDF4 netmiko networkx newrelic newspaper3k=newspaper nibabel nltk nose nose-parameterized=nose_parameterized
nose-timer=nose_timer nose2 notebook numba numexpr numpy numpy-stl=stl oauth2client oauthlib odfpy=odf omegaconf
openapi-spec-validator=openapi_spec_validator opencv-python-headless=cv2 openexr=OpenEXR openpyxl opentelemetry-api=opentelemetry
opentracing ordereddict orderedmultidict orjson ortools oscrypto packaging pafy paho-mqtt=paho pandas parameterized paramiko parse
parsedatetime parsel parsimonious parso passlib pastel pathlib2 pathspec patsy pbr pdfminer pdm peewee pendulum peppercorn persistent
pexpect phonenumbers pick pika pikepdf pillow=Image,ImageDraw,PIL pint pkginfo pkgutil-resolve-name=pkgutil_resolve_name plac platformdirs
pluggy ply poetry-core=poetry.core polars polib pooch portalocker praw prefect pretend prettytable probableparsing progress
progressbar2=progressbar prometheus-client=prometheus_client prompt-toolkit=prompt_toolkit protobuf=google.protobuf psutil psycopg
psycopg2-binary=psycopg2 ptpython ptyprocess publicsuffix2 pudb pulp purl py py-moneyed=moneyed py2neo pyarrow pyasn1 pyaudio pyautogui
pybluez=bluetooth pycairo=cairo pycapnp=capnp pycodestyle pycountry pycparser pycryptodome=Crypto pycryptodomex=Cryptodome pycurl pydantic
pydicom pydot pydub pyenchant=enchant pyexcel pyfakefs pyfcm pyfftw pyflakes pyftpdlib pygame pygithub=github pyglet pygments
pygments-markdown-lexer=pygments_markdown_lexer pygobject=gi pygraphviz pyhamcrest=hamcrest pyhocon pyicu=icu pyinquirer=PyInquirer
pyinstrument pyjwt=jwt pylibmc pylint pymemcache pymongo=bson,gridfs,pymongo pymssql pymupdf=fitz pymysql pynacl=nacl pynose pynput pyodbc
pyopengl=OpenGL pyopenssl=OpenSSL pyotp pyparsing pypdf pypdf2=PyPDF2 pyperclip pyproj pyqt5=PyQt5 pyqt6=PyQt6 pyramid
pyramid-debugtoolbar=pyramid_debugtoolbar pyrfc3339 pyrsistent pyscreeze pyserial=serial pysftp pyside2=PySide2 pyside6=PySide6
pysocks=socks pysodium pyspark pytesseract pytest pytest-aiohttp=pytest_aiohttp pytest-asyncio=pytest_asyncio pytest-bdd=pytest_bdd
pytest-benchmark=pytest_benchmark pytest-cases=pytest_cases pytest-check=pytest_check pytest-cov=pytest_cov pytest-django=pytest_django
pytest-flask=pytest_flask pytest-httpbin=pytest_httpbin pytest-httpserver=pytest_httpserver pytest-lazy-fixture=pytest_lazyfixture
pytest-localserver=pytest_localserver pytest-mock=pytest_mock pytest-mpl=pytest_mpl pytest-regressions=pytest_regressions
pytest-subtests=pytest_subtests pytest-timeout=pytest_timeout pytest-tornado=pytest_tornado pytest-trio=pytest_trio
pytest-twisted=pytest_twisted pytest-xdist=pytest_xdist python-barcode=barcode python-benedict=benedict python-consul=consul
python-daemon=daemon python-dateutil=dateutil python-decouple=decouple python-docx=docx python-dotenv=dotenv python-engineio=engineio
python-gitlab=gitlab python-jose=jose python-json-logger=pythonjsonlogger python-ldap=ldap python-louvain=community python-magic=magic
python-memcached=memcache python-mimeparse=mimeparse python-mpd2=mpd python-multipart=multipart python-pidfile=pidfile python-pptx=pptx
python-rapidjson=rapidjson python-slugify=slugify python-snappy=snappy python-socketio=socketio python-stdnum=stdnum python-subunit=subunit
python-telegram-bot=telegram python-twitter=twitter python-vlc=vlc python-xlib=Xlib pytz pyusb=usb pyvista pywebpush
pywin32=pywintypes,win32com pyyaml=yaml pyzmq=zmq qrcode qtpy quantities questionary queuelib rapidfuzz rarfile rasterio raven ray
readability-lxml=readability recommonmark recurring-ical-events=recurring_ical_events redis rednose regex reportlab requests
requests-cache=requests_cache requests-futures=requests_futures requests-html=requests_html requests-mock=requests_mock
requests-ntlm=requests_ntlm requests-oauthlib=requests_oauthlib requests-toolbelt=requests_toolbelt responses respx retrying returns rfc3986
rfc3987 rich rlp robotframework=robot rollbar rpi-gpio=RPi rq rsa rtree ruamel-yaml=ruamel.yaml sanic scandir scapy schedule schema schwifty
scikit-build=scikit_build,skbuild scikit-image=skimage scikit-learn=sklearn scipy scp scrapy scrypt seaborn segno selenium semver
sentry-sdk=sentry_sdk service-identity=service_identity setuptools=distutils,setuptools setuptools-scm=setuptools_scm
setuptools<81=pkg_resources sh shapely should-dsl=should_dsl simplegeneric simplejson singledispatch siphashc six skyfield
slack-sdk=slack_sdk slackclient=slack sleekxmpp slixmpp smbprotocol=smbclient smbus2=smbus smmap snapshottest sniffio snowballstemmer
sorl-thumbnail=sorl sortedcontainers sounddevice soundfile soupsieve spacy sparse speaklater speechrecognition=speech_recognition sphinx
sphinx-rtd-theme=sphinx_rtd_theme sqlalchemy sqlalchemy-utils=sqlalchemy_utils sqlmodel sqlparse starlette statsd statsmodels stevedore
stomp-py=stomp stripe structlog subprocess32 sure svgwrite sympy syrupy tables tablib tabulate tatsu tblib telethon tenacity tensorflow
termcolor terminaltables testfixtures testtools textblob textdistance textfsm texttable textx tftpy thrift thriftpy2 tifffile
time-machine=time_machine tinycss tinycss2 tinydb tinytag tldextract tokenizers toml tomli tomli-w=tomli_w tomlkit toolz toposort torch
tornado tortoise-orm=tortoise tox tqdm traitlets transaction transformers translationstring treq trimesh trio trollius trustme tweepy twilio
twine twisted typeguard typer typing-extensions=typing_extensions typing-inspect=typing_inspect typish tzdata tzlocal ua-parser=ua_parser
ujson uncertainties unicodecsv unidecode unittest-xml-reporting=xmlrunner unittest2 unyt uritemplate uritools urllib3 urwid usaddress
user-agents=user_agents uvicorn uvloop validators vcrpy=vcr venusian virtualenv vobject voluptuous vtk w3lib waitress watchdog wcwidth
weasyprint web3 webargs webcolors webencodings webob websocket-client=websocket websockets webtest werkzeug wheel whoosh workalendar wrapt
wsgi-intercept=wsgi_intercept wsproto wtforms wtforms-json=wtforms_json wxpython=wx xarray xdg xgboost xlrd xlsxwriter xlutils xlwt
xmlschema xmltodict xxhash yarl yaspin youtube-dl=youtube_dl yt-dlp=yt_dlp zarr zeroconf zipp zope-component=zope.component
zope-event=zope.event zope-interface=zope.interface zope-testing=zope.testing zstandard zstd
`;

const BY_MODULE: ReadonlyMap<string, string> = new Map(
  DISTRIBUTIONS.trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [, distribution = entry, modules = entry] = /^(.*?[\w\d])=([A-Za-z_].*)$/.exec(entry) ?? [];
      return modules.split(",").map((module): [string, string] => [module, distribution]);
    }),
);

/** The distribution that has a module (`a.b` before `a`), as a requirement; undefined where it is not known. */
export function knownDistribution(module: string): string | undefined {
  const parts = module.split(".");
  const names = parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
  return names.map((name) => BY_MODULE.get(name)).find((found) => found !== undefined);
}

const NAMES: ReadonlySet<string> = new Set(
  [...BY_MODULE.values()].map((text) => text.replace(/[<>=].*$/, "")),
);

/** True for a distribution that the map knows, by its normalised name. */
export function isMappedDistribution(name: string): boolean {
  return NAMES.has(name);
}
