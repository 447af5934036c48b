// Runs first in `npm run demo`, `npm test` and `npm run bench`. It installs what they need, or says in one line what is
// missing and how to get it. With --browser, they need a Chromium, too. With `demo` as
// its first argument, it goes on as the demo, in the same process.
//
// This file has no import statement and no new syntax, so that an old Node can read it and refuse.

const { argv, env, version } = process;
const npm = (/^npm\/(\S+)/.exec(env.npm_config_user_agent || '') || [])[1];

function refuse(reason) {
  console.error(reason);
  process.exitCode = 1;
}

if (Number.parseInt(version.slice(1), 10) < 20)
  refuse(
    `This needs Node 20 or newer, and this is Node ${version.slice(1)}. Install a newer one from https://nodejs.org.`,
  );
else if (npm && Number.parseInt(npm, 10) < 9)
  refuse(
    `This needs npm 9 or newer, and this is npm ${npm}. \`npm install --global npm\` installs the newest.`,
  );
else
  import('./prepare.js')
    .then(({ prepare }) => prepare({ browser: argv.includes('--browser') }))
    .then(() => argv[2] === 'demo' && import('./demo.js').then(({ demo }) => demo(argv.slice(3))))
    .catch((error) => refuse(error.message));
