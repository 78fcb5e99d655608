import { fileURLToPath } from 'node:url';
import { checkBoundaries } from './boundaries.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const violations = checkBoundaries(root);
for (const { path, line, rule, message } of violations) process.stderr.write(`${path}:${line} [${rule}] ${message}\n`);
process.stdout.write(violations.length === 0 ? 'boundaries hold\n' : `${violations.length} boundary violations\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
