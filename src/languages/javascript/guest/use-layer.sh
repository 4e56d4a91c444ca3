# Read by the programs that run over a tree: its folders of packages are copies of the layer's, for tests write caches into them.
layer=${NODE%/bin/node}
cp -a "$layer/tree/." .
PATH="$PWD/node_modules/.bin:$layer/bin:$PATH"
export PATH
