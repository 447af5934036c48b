// The default theme with fonts of the system: reading the site needs no network.

import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
