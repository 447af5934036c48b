// node stream/peak.ts <contender> <way> <url> <callers> <bytes>: prints the peak memory of the process in megabytes.

import { argv } from 'node:process';
import { peak } from '../support/memory.ts';
import { gets, type Read, reads, serve } from './readers.ts';

const [contender = '', way = '', url = '', callers, bytes] = argv.slice(2);
const get = gets[contender] ?? ((url: string) => fetch(url));
await serve(get, reads[way] as Read, { url, callers: Number(callers), bytes: Number(bytes) });
console.log(peak());
