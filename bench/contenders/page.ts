// The contenders in a page: one bundled script, which puts them where the benchmark can call them.

import { bareMap, fetching, frozen } from './fetching.ts';
import { type Contenders, flood, inTurn, together } from './tasks.ts';

const makers = Object.entries({ ...fetching, 'bare Map': bareMap, 'coflight, frozen': frozen });
const contenders = Object.fromEntries(makers.map(([name, make]) => [name, make()]));

export type Tasks = Readonly<{
  contenders: Contenders;
  flood: typeof flood;
  inTurn: typeof inTurn;
  together: typeof together;
}>;

const tasks: Tasks = { contenders, flood, inTurn, together };
Object.assign(globalThis, { tasks });
