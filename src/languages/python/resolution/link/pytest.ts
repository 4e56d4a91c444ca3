import { Flag } from "../summary/summary.ts";
import { plainCall, type Call } from "./call.ts";
import type { ProgramFunction } from "./program.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/*
 * What pytest gives to tests: the values of `parametrize`, and what fixtures return or yield to parameters of their names. Fixtures are looked for in the
 * class, the file, and `conftest.py` of the folders around (pytest's documentation, "How to use fixtures").
 */

/** Notes the values of one parametrisation for a test function or all tests of a class. */
export function parametrise(world: World, call: Call, decorated: number): void {
  const [names = -1, sets = -1] = call.positional;
  if (names < 0 || sets < 0) return;
  const item = world.solver.newSlot();
  world.protocols.iterateSlot(sets, { site: -1, to: item });
  world.solver.listen(decorated, (value) => {
    for (const test of testsOf(world, value))
      world.solver.listen(names, (written) => {
        const listed = namesIn(world, written);
        for (const [index, name] of listed.entries())
          give(world, item, { test, name, index: listed.length > 1 ? index : undefined });
      });
  });
}

function testsOf({ values, program, names }: World, value: number): readonly ProgramFunction[] {
  const index = values.first(value);
  if (values.kind(value) === Kind.function) return program.functions.slice(index, index + 1);
  if (values.kind(value) !== Kind.class) return [];
  return program.functions.filter((one) => one.ofClass === index && names.text(one.name).startsWith("test"));
}

function namesIn(world: World, written: number): readonly string[] {
  const { values, names, containers, solver } = world;
  if (values.kind(written) === Kind.text)
    return names
      .text(values.first(written))
      .slice(1)
      .split(/\s*,\s*/u);
  const container = containers.find(written);
  if (container === undefined) return [];
  return [...container.byKey.values()].flatMap((slot) =>
    solver
      .valuesOf(slot)
      .flatMap((value) =>
        values.kind(value) === Kind.text ? [names.text(values.first(value)).slice(1)] : [],
      ),
  );
}

interface Given {
  readonly test: ProgramFunction;
  readonly name: string;
  /** Where in a set of values it stands; undefined where a set is one value. */
  readonly index: number | undefined;
}

function give({ solver, containers, names }: World, item: number, { test, name, index }: Given): void {
  const to = test.parameters.find(([parameter]) => names.text(parameter) === name)?.[1];
  if (to === undefined) return;
  solver.listen(item, (value) => {
    const container = containers.find(value);
    if (container !== undefined && (index !== undefined || container.kind === "parameters"))
      solver.connect(containers.readSlot(container, names.index(`#${index ?? 0}`)), to);
    else if (index === undefined) solver.add(to, value);
  });
}

/** `pytest.fixture(params=…)`: what `request.param` holds. */
export function noteFixture(world: World, call: Call | undefined, decorated: number): void {
  world.fixtures.push({
    decorated,
    parameters: call?.keywords.find(([name]) => world.names.text(name) === "params")?.[1],
  });
}

/** Gives fixtures to the parameters of tests and of other fixtures. */
export function giveFixtures(world: World): void {
  const { program, names, solver, values } = world;
  const fixtures = new Map<ProgramFunction, number | undefined>();
  for (const { decorated, parameters } of world.fixtures)
    for (const value of solver.valuesOf(decorated)) {
      const found = values.kind(value) === Kind.function ? program.functions[values.first(value)] : undefined;
      if (found !== undefined) fixtures.set(found, parameters);
    }
  const byName = new Map<number, ProgramFunction[]>();
  for (const one of fixtures.keys()) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  for (const test of program.functions) {
    if (!fixtures.has(test) && !names.text(test.name).startsWith("test")) continue;
    for (const [name, slot, , byDefault] of test.parameters) {
      if (byDefault >= 0) continue;
      if (names.text(name) === "request") giveRequest(world, slot, fixtures.get(test));
      const fixture = nearest(byName.get(name) ?? [], test);
      if (fixture !== undefined) connectResult(world, fixture, slot);
    }
  }
}

function giveRequest(world: World, slot: number, parameters: number | undefined): void {
  if (parameters === undefined) return;
  const request = world.calls.createPartial({
    called: world.solver.newSlot(),
    call: plainCall({ site: -1, to: slot }, []),
  });
  const item = world.solver.newSlot();
  world.protocols.iterateSlot(parameters, { site: -1, to: item });
  world.solver.listen(item, (value) => {
    const container = world.containers.find(value);
    const name = world.names.index("param");
    if (container?.kind === "parameters") world.attributes.write(request, name, container.all, -1);
    else world.attributes.write(request, name, world.calls.constant(value), -1);
  });
  world.solver.add(slot, request);
}

/** Of fixtures with one name, the one that a test sees. */
function nearest(fixtures: readonly ProgramFunction[], test: ProgramFunction): ProgramFunction | undefined {
  const closeness = (one: ProgramFunction): number => {
    if (one === test) return -1;
    if (one.unit === test.unit) return one.ofClass < 0 ? 1_000 : one.ofClass === test.ofClass ? 1_001 : -1;
    const folder = one.unit.path.slice(0, one.unit.path.lastIndexOf("/") + 1);
    const isAround = test.unit.path.startsWith(folder);
    if (one.unit.path.endsWith("conftest.py")) return isAround ? folder.length + 1 : -1;
    return 0;
  };
  const [best] = fixtures.map((one) => ({ one, close: closeness(one) })).sort((a, b) => b.close - a.close);
  return best === undefined || best.close < 0 ? undefined : best.one;
}

function connectResult({ solver }: World, fixture: ProgramFunction, to: number): void {
  if ((fixture.flags & Flag.generator) !== 0) solver.connect(fixture.yielded, to);
  else solver.connect(fixture.returned, to);
  for (const index of fixture.returnsParameters) solver.connect(fixture.parameters[index]?.[1] ?? to, to);
}
