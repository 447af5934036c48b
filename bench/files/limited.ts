// node files/limited.ts <reader> <path> <callers>: how many were not served, in a process that may open few files.

import { argv } from 'node:process';
import { type Reader, readers, serve } from './readers.ts';

const [reader = '', path = '', callers] = argv.slice(2);
console.log(JSON.stringify(await serve(readers[reader] as Reader, path, Number(callers))));
