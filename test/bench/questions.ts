import { questionTable } from '../core/agent/recorded-tasks.ts';

/** How often a user is asked in the recorded tasks: `node test/bench/questions.ts`. */
process.stdout.write(`${await questionTable()}\n`);
