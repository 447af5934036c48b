// `coflight report`: reads a HAR, and says what sharing would have saved.

import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
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
    if (error instanceof HarError) throw new Refusal(`${path} ${error.message.replace(/\.?$/, '.')}`);
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
    if (error.code === 'ERR_FS_FILE_TOO_LARGE') throw tooLarge(path);
    if (error.code === 'EISDIR') throw new Refusal(`${path} is a folder. Name a HAR file.`);
    throw new Refusal(`${path} cannot be read: ${error.message}.`);
  });
  const unpacked = isGzip(bytes) ? unpack(path, bytes) : bytes;
  if (unpacked.length <= maxBytes) return textOf(unpacked);
  throw tooLarge(path);
}

const tooLarge = (path) =>
  new Refusal(`${path} is larger than 500 MB. Export it without the contents of the answers.`);

const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpack(path, bytes) {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(path);
    throw new Refusal(`${path} cannot be unpacked: ${error.message}.`);
  }
}

/** PowerShell writes UTF-16, with a byte order mark, when it redirects the output of a program into a file. */
function textOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}
