import { array, constantFrom, nat, record, tuple } from 'fast-check';
import { DEFECTS } from '../core/arbitrary-history.ts';

/** One message sent to one vendor. */
export interface PlannedTurn {
  seat: string;
  say: string;
}

const SEATS = ['Claude, adaptive', 'Claude, manual', 'GPT', 'Gemini 3', 'Mistral', 'Kimi', 'Groq'];
const SAYS = [
  'Hello there',
  '!think 2\nHm?',
  '!think 1\n!tool clock__now {}\nWhat time?',
  '!think 1\n!parallel weather_server__get_weather {"city":"서울"} clock__now {}\n!tool clock__now {}\nWhat now?',
];

/** Conversations with handoffs, the damage that occurs in real stores, and places where a window might begin. */
export const planned = record({
  turns: array(record({ seat: constantFrom(...SEATS), say: constantFrom(...SAYS) }), { minLength: 2, maxLength: 6 }),
  defects: array(tuple(constantFrom(...Object.keys(DEFECTS)), nat(60)), { minLength: 1, maxLength: 3 }),
  from: nat(40),
});
