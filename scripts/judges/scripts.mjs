// The judge of .ad scripts: agent-device's own parser. It is a private module, so this holds for the pinned version only.
//   {"text"} -> {"actions": [{"command", "positionals", "line", "evidence"}], "header"} or {"refused": "message"}
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const module = join(process.cwd(), 'node_modules/agent-device/dist/src/script.js');
const { n: parse, r: metadata } = await import(pathToFileURL(module).href);

function judge({ text }) {
  try {
    const { actions, actionLines } = parse(text);
    const header = metadata(text);
    return {
      header,
      actions: actions.map((action, i) => ({
        command: action.command,
        positionals: action.positionals,
        line: actionLines[i],
        evidence: action.targetEvidence ?? action.targetEvidences ?? null,
      })),
    };
  } catch (error) {
    return { refused: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(judge(JSON.parse(line)))}\n`);
}
