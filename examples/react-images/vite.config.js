import { slow } from './slow.js';

export default { plugins: [slow] };
