// Hands every .ad script and Maestro flow under a folder to agent-device's own command line and says which are refused.
//   node accept.mjs FOLDER       exit code 0: all accepted; 1: some refused; 2: could not be done
// There is no device. A script is accepted when its own words are: what fails after that fails for want of a device.
//   .ad              `replay export`: the whole grammar. What Maestro has no word for is no fault of the script.
//                    `replay`: a divergence at a missing tool means that the script was read, header, variables and all.
//   .maestro.yaml    `replay --maestro`: likewise.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const judges = resolve(process.env.SKILLC_JUDGES ?? join(here, '../../target/judges'));
const binaries = join(judges, 'node_modules/.bin');
const state = mkdtempSync(join(tmpdir(), 'skillc-judge-'));
const env = {
  ...process.env,
  PATH: `${binaries}:${process.env.PATH}`,
  AGENT_DEVICE_STATE_DIR: state,
  AGENT_DEVICE_NO_UPDATE_NOTIFIER: '1',
};

/** What agent-device answers; it says no by its exit code and why on its output, so a failure is an answer too. */
function ask(...args) {
  return new Promise((answer) => {
    execFile(join(binaries, 'agent-device'), [...args, '--json'], { env, cwd: state, maxBuffer: 64 << 20 }, (failed, stdout, stderr) => {
      try {
        answer(JSON.parse(stdout));
      } catch {
        answer({ success: false, error: { code: 'UNREADABLE', message: stderr || failed?.message } });
      }
    });
  });
}

/** The reason for which a script is refused; null if it is accepted. */
function refusal({ success, error }) {
  if (success || error.details?.unsupported) return null;
  const cause = error.details?.divergence?.cause?.code;
  if (error.code === 'REPLAY_DIVERGENCE' && ['TOOL_MISSING', 'DEVICE_NOT_FOUND', 'UNSUPPORTED_PLATFORM'].includes(cause)) {
    return null;
  }
  // A script for a platform that no device here has: the platform is looked at before the script.
  if (['TOOL_MISSING', 'DEVICE_NOT_FOUND'].includes(error.code)) return null;
  return `${error.code}: ${error.message}`;
}

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: accept.mjs FOLDER');
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true }).map(String).sort();
const scripts = files.filter((file) => file.endsWith('.ad')).map((file) => resolve(folder, file));
const flows = files.filter((file) => file.endsWith('.maestro.yaml')).map((file) => resolve(folder, file));
const needed = (process.env.SKILLC_JUDGE_VARIABLES ?? '').split(',').filter(Boolean).flatMap((name) => ['-e', `${name}=x`]);
const questions = [
  ...scripts.flatMap((file) => [
    [file, 'replay', 'export', file],
    [file, 'replay', file, '--platform', 'android', ...needed],
  ]),
  ...flows.map((file) => [file, 'replay', file, '--maestro', '--platform', 'android', ...needed]),
];
const refused = [];
// A session each, so that none waits for another's device. That the daemon doesn't answer says nothing of a script: it is asked again.
const verdict = async (args) => {
  for (let tries = 5; ; tries--) {
    const answer = await ask(...args);
    if (answer.error?.code !== 'COMMAND_FAILED' || tries === 0) return refusal(answer);
    await new Promise((wake) => setTimeout(wake, 1000));
  }
};
let next = 0;
const judge = async () => {
  while (next < questions.length) {
    const place = next++;
    const [file, ...args] = questions[place];
    const session = args[1] === 'export' ? [] : ['--session', `judge-${place}`];
    const reason = await verdict([...args, ...session]);
    if (reason) refused.push(`${file}: ${args.slice(0, 2).join(' ')}: ${reason}`);
  }
};
// Started once: several that start it at the same time get in each other's way.
await ask('session', 'list');
await Promise.all(Array.from({ length: availableParallelism() + 1 }, judge));
refused.sort();
await ask('daemon', 'stop');
rmSync(state, { recursive: true, force: true });

for (const line of refused) console.log(line);
console.log(`${scripts.length} scripts and ${flows.length} flows judged, ${refused.length} refused`);
if (scripts.length + flows.length === 0) process.exit(2);
process.exit(refused.length > 0 ? 1 : 0);
