/** Words that new names are made of. */

/** Words of names that mean nearly the same, each pair once: where one stands, the other may. */
const PAIRS =
  "get:fetch set:assign parse:read find:locate make:build create:produce add:append remove:drop delete:erase check:inspect validate:confirm convert:translate " +
  "compute:work calculate:derive start:begin end:finish first:initial last:final next:following previous:prior name:label names:labels value:content values:contents " +
  "key:handle item:entry items:entries element:part elements:parts list:row index:position count:amount size:extent length:span text:phrase string:wording line:strand " +
  "char:glyph token:piece tokens:pieces word:term number:figure type:sort error:fault exception:failure result:outcome results:outcomes " +
  "source:origin target:goal path:route file:document folder:cabinet directory:drawer node:knot tree:canopy root:base parent:holder child:member children:members " +
  "left:west right:east top:upper bottom:lower min:least max:most low:small high:large width:breadth height:tall format:shape pattern:motif match:fit " +
  "select:choose selector:chooser filter:sieve order:sequence group:bunch split:divide join:unite merge:combine replace:swap update:refresh " +
  "load:bring save:keep store:hoard write:put print:show render:draw encode:pack decode:unpack normalize:level normalise:level clean:tidy strip:trim " +
  "compare:weigh equal:same expand:widen compile:assemble resolve:settle apply:use handle:treat process:work run:carry call:ask return:give " +
  "function:routine method:means argument:input arguments:inputs param:setting parameter:setting options:choices option:choice config:setup default:usual " +
  "version:release spec:rule range:stretch prefix:lead suffix:tail separator:divider delimiter:divider header:heading body:core data:facts table:grid " +
  "column:pillar cell:box record:note field:slot user:guest time:moment date:day year:season month:moon week:term hour:bell minute:tick second:beat";

/** The word that may stand for another. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  PAIRS.split(" ").flatMap((pair): [string, string][] => {
    const [word = "", other = ""] = pair.split(":");
    return /^[a-z]+$/.test(other) ? [[word, other]] : [];
  }),
);

/** Words that hold names together, and that a name keeps. */
export const connectives: ReadonlySet<string> = new Set(
  "a an and as at by do does for from has have if in into is it no non not of off on one only or out over per than the then to two under up via when with without".split(
    " ",
  ),
);

/** Words that stand for no other in particular. */
export const neutralWords: readonly string[] = (
  "acorn alder almond amber anchor apron arbor arch aspen atlas attic aurora autumn badge balcony bamboo banner barley barrel basil basin basket bay beacon beam " +
  "bellow bench berry birch bishop blanket blossom bobbin bolt bonnet boulder bramble brass breeze brick bridge bronze brook broom bucket buckle bugle burrow cabin " +
  "cable candle canoe canvas canyon caper caramel caravan cardinal cargo carpet cedar cellar chalk chapel cherry chestnut chisel cider cinder cinnamon citrus clay " +
  "cliff cloak clover cobalt cobble comet compass copper coral cork cotton cove cradle crane crater creek crest cricket crown crystal cuckoo curtain cypress daisy " +
  "dawn delta desert dome dove drift drum dune eagle easel ebony echo elm ember emerald falcon feather fennel fern ferry fiddle fig finch fjord flint flute forest " +
  "forge fountain frost gable garden garnet gate ginger glacier glade goblet gorge granite grove gull hammock harbor harvest hazel heath hedge helmet heron hickory " +
  "hollow honey horizon island ivory ivy jade jasmine jetty juniper kettle kiln kite ladder lagoon lantern larch lark laurel lavender ledge lemon lichen lilac lily " +
  "linen lotus lumber lupin magnet magpie mallet mango maple marble marigold marsh meadow melon mill mint mitten moss mulberry nectar nettle nutmeg oasis oat olive " +
  "onyx opal orchard orchid osprey otter paddle palm pansy parsley pasture peach pear pebble pepper petal pewter pigeon pine plateau plum pond poplar poppy prairie " +
  "prism puffin quail quarry quartz quill quilt raven reef ribbon ridge river robin rosemary rowan saddle saffron sage sail sandal sapphire satin scarf sequoia shale " +
  "shed shell silk sparrow spruce stable steeple stork summit sundial swallow swan sycamore tansy teak thicket thimble thistle thyme timber topaz torch tower trellis " +
  "tulip tundra tunnel turret twig valley vane velvet violet walnut wharf wheat willow wren yarrow yew zephyr"
).split(" ");
