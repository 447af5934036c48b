export { asHtml } from './as-html.ts';
export { asText } from './as-text.ts';
export { HarError, parseHar } from './har.ts';
export { reportOf } from './report.ts';
