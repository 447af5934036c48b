import { readFile } from 'node:fs/promises';
import { Flights } from 'coflight';

const files = new Flights();

/** Reads a file. Callers that ask during the read share its `Buffer`, so no caller may change it. */
export const read = (path) => files.join(path, () => readFile(path)).result;
