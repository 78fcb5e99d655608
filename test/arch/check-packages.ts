import { fileURLToPath } from 'node:url';
import { checkPackages } from './packages.ts';

const violations = checkPackages(fileURLToPath(new URL('../..', import.meta.url)));
for (const { path, message } of violations) process.stderr.write(`${path} ${message}\n`);
process.stdout.write(violations.length === 0 ? 'packages hold\n' : `${violations.length} package violations\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
