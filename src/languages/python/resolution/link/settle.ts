import { giveFixtures } from "./pytest.ts";
import type { ProgramFunction } from "./program.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/** Rounds of looking again; each can only add. */
const MOST_ROUNDS = 4;

/** Lets all values flow; then what only declarations and names say, where nothing has flowed. */
export function settle(world: World): void {
  const { solver, questions } = world;
  seedTests(world);
  solver.solve();
  giveFixtures(world);
  solver.solve();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const hasSown = sow(world);
    if (round === 0) seedReceivers(world);
    for (const question of questions.slice()) question();
    solver.solve();
    if (round > 1 && !hasSown) break;
  }
}

/** Declared types and decorated functions count where nothing that is known better has come. */
function sow(world: World): boolean {
  const { solver, seeds } = world;
  const hasSown = seeds.sow(
    (to) => !solver.valuesOf(to).some((value) => says(world, value)),
    (from, to) => solver.connect(from, to),
  );
  solver.solve();
  return hasSown;
}

/** True where a value says what it is. */
function says({ values, names }: World, value: number): boolean {
  const kind = values.kind(value);
  if (kind === Kind.builtin) return names.text(values.first(value)) !== "None";
  return kind !== Kind.external;
}

/** Methods of test classes are called by the test framework, inherited ones too. */
function seedTests({ program, classes, values, solver, names }: World): void {
  const methods = new Map<number, ProgramFunction[]>();
  for (const one of program.functions)
    if (one.ofClass >= 0 && CALLED_BY_FRAMEWORKS.test(names.text(one.name)))
      methods.set(one.ofClass, [...(methods.get(one.ofClass) ?? []), one]);
  for (const one of program.classes) {
    const isTest =
      /^Test|Tests?$|TestCase$/u.test(names.text(one.name)) ||
      classes.foreignBases(one.index).some((base) => base.endsWith("TestCase"));
    if (!isTest) continue;
    for (const above of classes.linearisation(one.index))
      for (const { parameters } of methods.get(above) ?? [])
        if (parameters[0] !== undefined) solver.add(parameters[0][1], values.of(Kind.instance, one.index));
  }
}

const CALLED_BY_FRAMEWORKS = /^(?:test|setUp|tearDown|setup|teardown|runTest|asyncSetUp|asyncTearDown)/u;

/** A method that nothing is known to call may be called on any instance of its class. */
function seedReceivers(world: World): void {
  const { program, values, solver } = world;
  const { onClass, onNothing } = readHolders(world);
  for (const called of program.functions) {
    const [receiver] = called.parameters;
    if (called.ofClass < 0 || receiver === undefined || onNothing.has(called.index)) continue;
    if (called.original !== called.index || world.calls.isRepeated(called.index)) continue;
    if (solver.valuesOf(receiver[1]).length > 0) continue;
    const kind = onClass.has(called.index) ? Kind.class : Kind.instance;
    solver.add(receiver[1], values.of(kind, called.ofClass));
  }
  solver.solve();
}

const ON_CLASS = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

/** Functions that take their class, and those that take no receiver. */
function readHolders({ program, solver, values, names }: World): {
  readonly onClass: ReadonlySet<number>;
  readonly onNothing: ReadonlySet<number>;
} {
  const [onClass, onNothing] = [new Set<number>(), new Set<number>()];
  for (const { memberSlots } of program.classes)
    for (const slot of memberSlots.values())
      for (const value of solver.valuesOf(slot)) {
        if (values.kind(value) === Kind.classMethod) onClass.add(values.first(values.first(value)));
        if (values.kind(value) === Kind.static) onNothing.add(values.first(values.first(value)));
      }
  for (const { index, name } of program.functions) if (ON_CLASS.has(names.text(name))) onClass.add(index);
  return { onClass, onNothing };
}
