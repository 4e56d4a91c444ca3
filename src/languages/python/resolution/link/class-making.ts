import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/** What `class` statements call: the metaclass, `__init_subclass__` of what is inherited, `__set_name__` of what the body holds. */
export function makeClasses(world: World): void {
  const { program, classes, attributes, calls, solver, values, names } = world;
  for (const one of program.classes) {
    const use = {
      site: one.unit.firstSite + (one.unit.summary.classes[one.index - one.unit.firstClass]?.site ?? 0),
      to: solver.newSlot(),
    };
    const own = values.of(Kind.class, one.index);
    const metaclass = classes.metaclass(one.index);
    const maker =
      metaclass === undefined ? undefined : attributes.findMember(metaclass, names.index("__new__"));
    const starter =
      metaclass === undefined ? undefined : attributes.findMember(metaclass, names.index("__init__"));
    if (maker !== undefined && metaclass !== undefined)
      calls.callMember(maker.slot, use, values.of(Kind.class, metaclass));
    if (starter !== undefined) calls.callMember(starter.slot, use, own);
    const hook = attributes.findMember(one.index, names.index("__init_subclass__"), one.index);
    if (hook !== undefined) calls.callMember(hook.slot, use, own);
    if (maker === undefined)
      for (const slot of one.memberSlots.values())
        solver.listen(
          slot,
          (value) => void calls.implicit(value, "__set_name__", use, [-1, calls.constant(own)]),
        );
  }
}
