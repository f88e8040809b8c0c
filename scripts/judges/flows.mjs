// The judge of Maestro flows: agent-device's own parser. It is a private module, so this holds for the pinned version only.
//   {"text"} -> {"lines": [line of each command], "kinds": [kind of each]} or {"refused": "message", "line"}
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const module = join(process.cwd(), 'node_modules/agent-device/dist/src/src8.js');
const { r: parse } = await import(pathToFileURL(module).href);

function judge({ text }) {
  try {
    const { commands, config } = parse(text, { sourcePath: 'flow.yaml' });
    return {
      appId: config.appId ?? null,
      kinds: commands.map(({ kind }) => kind),
      lines: commands.map(({ source }) => source.line),
    };
  } catch (error) {
    const line = /\(flow\.yaml:line (\d+)\)\s*$/.exec(error.message);
    return { refused: error.message, line: line ? Number(line[1]) : null };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(judge(JSON.parse(line)))}\n`);
}
