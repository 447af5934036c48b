// `coflight report`: reads a HAR, and says what sharing would have saved.

import { readFile } from 'node:fs/promises';
import { Refusal } from './refusal.js';

/** The longest text that JavaScript holds is a little longer. */
const maxBytes = 500 * 2 ** 20;

/** Reads a HAR and writes the report as text, as JSON or as a page. */
export async function report(path, { json = false, html = false } = {}) {
  if (json && html) throw new Refusal('Expected `--json` or `--html`, got both.');
  const { asHtml, asText, HarError, parseHar, reportOf } = await library();
  const text = await read(path);
  try {
    const result = reportOf(parseHar(text));
    if (json) return JSON.stringify(result, null, 2);
    return html ? asHtml(result).trimEnd() : asText(result);
  } catch (error) {
    if (error instanceof HarError) throw new Refusal(`${path} ${error.message}`);
    throw error;
  }
}

const library = () =>
  import('../dist/report.js').catch((cause) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Refusal('dist/report.js is missing: the package was not built.');
  });

async function read(path) {
  const bytes = await readFile(path).catch((error) => {
    if (error.code === 'ENOENT') throw new Refusal(`There is no file ${path}.`);
    if (error.code === 'EISDIR') throw new Refusal(`${path} is a folder. Name a HAR file.`);
    throw new Refusal(`${path} cannot be read: ${error.message}.`);
  });
  if (bytes.length <= maxBytes) return bytes.toString('utf8');
  throw new Refusal(`${path} is larger than 500 MB. Export it without the contents of the answers.`);
}
