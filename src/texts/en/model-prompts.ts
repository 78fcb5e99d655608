import type { ModelPrompts } from '#core/model-prompts.ts';

export const modelPrompts: ModelPrompts = {
  script: null,
  handoff: `Another model will take over this conversation and will see only your summary of it. Write that summary now. Do not answer anything else, and do not use tools.

Cover, as far as they occur:
- Goals: what I want to achieve, and why.
- Decisions: what was agreed or ruled out, with the reasons.
- Facts: results, figures and constraints that still matter, my wishes about form and tone included.
- Open points: what is unfinished or unclear, and the next step.

Copy names, file paths, commands, addresses, identifiers and figures exactly as they stand. Invent nothing. Write in the language of the conversation, without an introduction.`,
  handoffLead: 'This is a summary of the conversation so far. It is sent instead of the earlier messages.',
  title:
    'Name this conversation in at most six words, in the language of the question. Answer with the name alone: no quotation marks, no period. Do not answer the question.',
  compactionNote: '',
};
