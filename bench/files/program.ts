// node files/program.ts <reader> <path> <callers>: prints how long it takes to serve all callers, and how many fail.

import { argv } from 'node:process';
import { type Reader, readers, serve } from './readers.ts';

const [reader = '', path = '', callers] = argv.slice(2);
console.log(JSON.stringify(await serve(readers[reader] as Reader, path, Number(callers))));
