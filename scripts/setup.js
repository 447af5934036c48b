// Runs first in `npm run demo`, `npm test` and `npm run bench`: sees to it that what they need is there, or says in
// one line what is missing and how to get it. With --browser, a Chromium is part of what they need. With `demo` as its
// first argument it goes on as the demo, in the same process.
//
// No import statement and no new syntax here: an old Node must be able to read this file as far as the refusal.

const { argv, env, version } = process;
const npm = (/^npm\/(\S+)/.exec(env.npm_config_user_agent || '') || [])[1];

function refuse(reason) {
  console.error(reason);
  process.exitCode = 1;
}

if (Number.parseInt(version.slice(1), 10) < 20)
  refuse(`This needs Node 20 or newer, and Node is ${version.slice(1)}: https://nodejs.org has the newest.`);
else if (npm && Number.parseInt(npm, 10) < 9)
  refuse(`This needs npm 9 or newer, and npm is ${npm}: \`npm install --global npm\` brings the newest.`);
else
  import('./prepare.js')
    .then(({ prepare }) => prepare({ browser: argv.includes('--browser') }))
    .then(() => argv[2] === 'demo' && import('./demo.js').then(({ demo }) => demo(argv.slice(3))))
    .catch((error) => refuse(error.message));
