// The front: three panels side by side, and a race between them.

import '../css/page.css';
import '../css/front.css';
import { render } from 'preact';
import { Front } from './front.tsx';

render(<Front />, document.getElementById('front') as HTMLElement);
