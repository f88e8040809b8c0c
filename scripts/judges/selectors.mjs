// The judge of selectors: agent-device's public `selectors` module. One case a line in, one verdict a line out.
//   {"op": "parse", "text"}                                    -> {"terms": [[[key, value], ...], ...]} or {"refused": true}
//   {"op": "resolve", "nodes", "chain", "platform", "options"} -> {"node", "alternative", "matches", "tiebreak", "others"} or {"node": null}
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const module = join(process.cwd(), 'node_modules/agent-device/dist/src/selectors.js');
const { parseSelectorChain, resolveSelectorChain } = await import(pathToFileURL(module).href);

function judge(given) {
  let chain;
  try {
    chain = parseSelectorChain(given.op === 'parse' ? given.text : given.chain);
  } catch {
    return { refused: true };
  }
  if (given.op === 'parse') {
    return { terms: chain.selectors.map((side) => side.terms.map(({ key, value }) => [key, value])) };
  }
  const found = resolveSelectorChain(given.nodes, chain, { platform: given.platform, ...given.options });
  if (!found) return { node: null };
  return {
    node: found.node.index,
    alternative: found.selectorIndex,
    matches: found.matches,
    tiebreak: found.disambiguation?.tiebreak ?? null,
    others: found.disambiguation?.alternatives.map((node) => node.index) ?? null,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(judge(JSON.parse(line)))}\n`);
}
