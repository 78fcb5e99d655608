import { DIRECTIVE_HELP } from './directive-help.ts';
import { longText } from './long-text.ts';
import { pickSnippet } from './snippets.ts';
import type { ProblemKind } from './script-problem.ts';
import type { Subject } from './topics.ts';
import { clip, type Facts, fence, firstLine, listed, numbered, quote, type Words } from './words.ts';

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function seen(facts: Facts): string {
  const lines = [
    facts.answers > 0
      ? `This is your message number ${facts.said.length}. ${plural(facts.answers, 'answer')} came before it, and I got all of them with the conversation.`
      : 'This is the first message of the conversation.',
  ];
  if (facts.attachments > 0)
    lines.push(
      `You attached ${plural(facts.attachments, 'file')}. ${facts.attachments === 1 ? 'A real model would read it. I only know it’s there.' : 'A real model would read them. I only know they’re there.'}`,
    );
  return lines.join(' ');
}

const SUBJECTS: Readonly<Record<Subject, string>> = {
  baton: 'Baton itself',
  markdown: 'Markdown',
  code: 'code',
  math: 'mathematics',
  table: 'a table',
  long: 'a long text',
  tools: 'the tools of this request',
  recall: 'your messages so far',
  summary: 'a summary for the next model',
  help: 'what practice models can do',
  hello: 'saying hello',
  thanks: 'saying thanks',
  general: 'something I have no answer for',
};

const PROBLEMS: Readonly<Record<ProblemKind, (about: string) => string>> = {
  unknown: () => 'isn’t a command',
  number: () => 'needs a number',
  address: () => 'needs an address',
  pages: () => 'needs pages, such as 2-3',
  block: () => 'needs a word in lowercase letters',
  topic: () => 'isn’t a topic',
  fault: (known) => `isn’t a fault. There are ${known}`,
  option: (option) => `\`${option}\` isn’t an option`,
  'tool-name': (rest) => (rest === '' ? 'needs the name of a tool' : `needs the name of a tool before ${rest}`),
  arguments: (tool) => `the arguments of ${tool} aren’t a JSON object`,
};

export const ENGLISH: Words = {
  notice: (facts) =>
    `> **Practice.** ${facts.label} gives scripted answers on your computer. No key, and nothing is sent anywhere. Everything else is real, from the protocol to the storage. Type \`!help\` to see what it can do.`,

  baton:
    () => `**Baton** is a chat client for large language models that lets you change the model in the middle of a conversation.

1. **Any history goes to any vendor.** Thinking, tool calls, half-finished answers: the next model gets a request it accepts, and you see what changed.
2. **Nothing is lost.** Every word is saved as it streams. Branches, edits, and signatures stay.
3. **Nothing runs or leaves without your consent.** Keys stay out of the page. Tools and links ask first.

Try it now: ask me something, then pick another practice model below the message box and continue. When you have a key, add it in Settings and switch this conversation to a real model.`,

  markdown: () => `## A short tour of Markdown

Text can be **bold**, *italic*, ~~struck out~~ or \`code\`, and can have a [link](https://commonmark.org).

### Lists

- a point
  - a point below it
- another one

1. first
2. second

- [x] Read this far
- [ ] Switch models

> A quote can run over
> two lines.

### A table

| Part | Kept when you switch | Shown as |
| --- | :---: | --- |
| Text | yes | Markdown |
| Thinking | for its author | collapsed |
| Tool calls | yes | beads on the thread |

---

And a line of code:

${fence('const baton = pass(conversation);', 'js')}`,

  code: (facts) => {
    const snippet = pickSnippet(facts.question);
    return `Here is a piece of ${snippet.name}:

${fence(snippet.code, snippet.language)}

It’s complete, so you can copy and run it. For another example, name a language: TypeScript, JavaScript, Python, Rust, Go, SQL, or Bash.`;
  },

  math: () => `The roots of $ax^2 + bx + c = 0$ with $a \\neq 0$ are

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

A sum and an integral:

$$
\\sum_{k=1}^{n} k^2 = \\frac{n(n+1)(2n+1)}{6}
\\qquad
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

And a matrix inline: $\\begin{pmatrix} 0 & 1 \\\\ 1 & 0 \\end{pmatrix}$ swaps two coordinates. Prices such as $5 and $10 are not formulas.`,

  table: () => `| Practice model | Speaks | Thinks | Binds its thinking to |
| --- | --- | --- | --- |
| Practice Claude | Anthropic Messages | adaptive | everything before it |
| Practice Claude (manual) | Anthropic Messages | with a budget | the block itself |
| Practice GPT | OpenAI Responses | by effort | item, model, and account |
| Practice Chat | Chat Completions | by effort | nothing |
| Practice Gemini | Gemini | by level | its tool call |

Each of them refuses what the real one refuses, so a conversation that works here was sent correctly.`,

  long: (facts) => longText('en', facts.length),

  tools: (facts) =>
    facts.tools.length === 0
      ? 'This request has no tools. Connect a server in Settings. Then `!tool NAME {"argument": 1}` makes me call one of its tools, and `!parallel` several at once.'
      : `This request has these tools:\n\n${facts.tools
          .slice(0, 40)
          .map((tool) => `- \`${tool.name}\`${tool.description ? `: ${firstLine(tool.description)}` : ''}`)
          .join('\n')}\n\nWrite \`!tool ${facts.tools[0]?.name}\` on its own line, and I’ll call it.`,

  recall: (facts) =>
    facts.said.length < 2
      ? 'So far there’s only this message. Ask again later, or after you switch models.'
      : `You have written ${plural(facts.said.length, 'message')}. In order:\n\n${numbered(facts.said)}`,

  summary: (facts) =>
    `A real model would write a summary. A practice model only lists what was asked:\n\n${numbered(facts.said.slice(0, -1))}`,

  help: () =>
    `Ask anything, or about *Baton*, *markdown*, *code*, *math*, a *table*, the *tools*, or *what you said so far*. Lines that start with \`!\` control the answer, one per line:\n\n${fence(DIRECTIVE_HELP, 'text')}`,

  hello: (facts) =>
    `Hello! I’m ${facts.label}${facts.answers > 0 ? ', and I’ve read the conversation so far' : ''}. Ask me what Baton is, or for some code, a formula, or a table. Or write anything, then switch to another practice model: it continues where I stopped.`,

  thanks: () => 'You’re welcome. Try another practice model in this conversation, or type `!help`.',

  general: (facts) =>
    `${facts.question ? `You wrote:\n\n${quote(facts.question)}\n\n` : ''}${seen(facts)}

I can’t answer that: practice models only give scripted answers. But I behave like a real model. I think, stream, call tools, and fail, so you can see how Baton works before you add a key.

- Ask for **code**, **math**, a **table**, or **markdown**
- Ask **what I said so far**, after switching to another practice model
- Type \`!help\` for everything else`,

  thinking: (facts, subject) => [
    `The user wrote: "${firstLine(facts.question) || 'nothing but directives'}". ${seen(facts)}`,
    `This is about ${SUBJECTS[subject]}. I should answer in English, keep it short, and say that this is practice.`,
    'A good answer starts with the point, then shows it. Let me put the pieces in order and check that nothing is missing.',
    'One more look: is there a simpler way to say it? Probably. Shorter sentences, one idea each.',
  ],

  calling: (names, round) =>
    round === 0 ? `I’ll call ${listed(names)}.` : `That helped. Next, I’ll call ${listed(names)}.`,
  thinkingOfCall: (names, round) =>
    `${round === 0 ? 'To do what was asked I need' : `Round ${round + 1}: I have the result. Now I need`} ${listed(names)}. ${names.length > 1 ? 'They don’t depend on each other, so they can run at once.' : 'One call is enough for this step.'}`,
  results: (results) =>
    `${results.length === 1 ? 'The tool’s result' : `${results.length} results`}:\n\n${results
      .map(
        (one) => `**\`${one.name}\`**${one.failed ? ' failed' : ''}\n\n${fence(clip(one.text) || '(nothing)', 'text')}`,
      )
      .join('\n\n')}\n\nA real model would continue with that. A practice model only shows that it arrived complete.`,
  noSuchTool: (requested, facts) =>
    `This request has no tool named \`${requested}\`.${facts.tools.length > 0 ? ` It has ${listed(facts.tools.slice(0, 12).map((tool) => tool.name))}.` : ' It has no tools at all.'}`,
  problems: (problems) =>
    `${problems.map(({ line, why, about }) => `- \`${line}\`: ${PROBLEMS[why](about)}`).join('\n')}\n\nType \`!help\` for the list.`,
  asksForPicture: /\b(draw|paint|picture|image|illustration|photo)\b/i,
  picture: (prompt) => `Here’s a practice image for: ${prompt}`,
  noPictures: 'This request doesn’t allow images. Turn on **Make images** beside the message box, then ask again.',
  pictureRefused: 'The image filter refused this one.',
  refusal: 'This is a practice refusal. Ask for something else to continue.',
};
