import { DIRECTIVE_HELP } from './directive-help.ts';
import { longText } from './long-text.ts';
import { pickSnippet } from './snippets.ts';
import type { Subject } from './topics.ts';
import { clip, type Facts, fence, firstLine, listed, quote, type Words } from './words.ts';

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function seen(facts: Facts): string {
  const lines = [
    facts.answers > 0
      ? `This is your message number ${facts.said.length}. ${plural(facts.answers, 'answer')} came before, whoever gave them: the whole conversation was handed to me.`
      : 'This is the first message of the conversation.',
  ];
  if (facts.attachments > 0)
    lines.push(
      `You attached ${plural(facts.attachments, 'file')}. A real model would look at it; I only know it is there.`,
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
  recall: 'what was said so far',
  help: 'what practice can do',
  hello: 'saying hello',
  thanks: 'good manners',
  general: 'something the script has no text for',
};

export const ENGLISH: Words = {
  notice: (facts) =>
    `> **Practice.** ${facts.label} is a script on your computer: no model, no key, nothing leaves the machine. Everything else is real, from the wire protocol to the storage. Say \`!help\` to see what it can do.`,

  baton:
    () => `**Baton** is a chat client for large language models that lets you change the model in the middle of a conversation.

1. **Any history goes to any vendor.** Thinking, tool calls, half-finished answers: the next model gets a request it accepts, and you can see what was changed for it.
2. **Nothing is lost.** Every streamed word is stored while it arrives; branches, edits and signatures stay.
3. **Nothing runs or leaves without your consent.** Keys stay out of the page, tools ask first, links ask first.

Try it now: ask me something, then pick another practice model below the message box and continue. When you have a key, add it in the settings and switch this very conversation to a real model.`,

  markdown: () => `## A short tour of Markdown

Text can be **bold**, *italic*, ~~struck out~~ or \`code\`, and it can hold a [link](https://commonmark.org).

### Lists

- a point
  - a point below it
- another one

1. first
2. second

- [x] read this far
- [ ] switch the model

> A quotation may run over
> two lines.

### A table

| Part | Kept when you switch | Shown as |
| --- | :---: | --- |
| Text | yes | Markdown |
| Thinking | at home | collapsed |
| Tool calls | yes | beads on the thread |

---

And a line of code:

${fence('const baton = pass(conversation);', 'js')}`,

  code: (facts) => {
    const snippet = pickSnippet(facts.question);
    return `Here is a piece of ${snippet.name}:

${fence(snippet.code, snippet.language)}

It is complete, so you can copy and run it. Name a language (TypeScript, JavaScript, Python, Rust, Go, SQL, Bash) to see another one.`;
  },

  math: () => `The roots of $ax^2 + bx + c = 0$ with $a \\neq 0$ are

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

A sum and its integral cousin:

$$
\\sum_{k=1}^{n} k^2 = \\frac{n(n+1)(2n+1)}{6}
\\qquad
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

And a matrix inside a line: $\\begin{pmatrix} 0 & 1 \\\\ 1 & 0 \\end{pmatrix}$ swaps two coordinates. Prices such as $5 and $10 are not formulas.`,

  table: () => `| Practice model | Speaks | Thinks | Binds its thinking to |
| --- | --- | --- | --- |
| Practice Claude | Anthropic Messages | adaptive | everything before it |
| Practice Claude (manual) | Anthropic Messages | with a budget | the block itself |
| Practice GPT | OpenAI Responses | by effort | item, model and account |
| Practice Chat | Chat Completions | by effort | nothing |
| Practice Gemini | Gemini | by level | its tool call |

Each of them refuses what the real one refuses, so a conversation that works here has been told well.`,

  long: (facts) => longText('en', facts.length),

  tools: (facts) =>
    facts.tools.length === 0
      ? 'This request carries no tools. Connect a server in the settings; then `!tool NAME {"argument": 1}` makes me call one of its tools, and `!parallel` several at once.'
      : `These tools came with the request:\n\n${facts.tools
          .slice(0, 40)
          .map((tool) => `- \`${tool.name}\`${tool.description ? `: ${firstLine(tool.description)}` : ''}`)
          .join('\n')}\n\nWrite \`!tool ${facts.tools[0]?.name}\` on a line of its own and I will call it.`,

  recall: (facts) =>
    facts.said.length < 2
      ? 'So far there is only this one message. Ask again later, also after you changed the model.'
      : `You have written ${plural(facts.said.length, 'message')}. In order:\n\n${facts.said
          .slice(0, 20)
          .map((one, index) => `${index + 1}. ${firstLine(one)}`)
          .join('\n')}`,

  help: () =>
    `Ask anything, or about *Baton*, *markdown*, *code*, *math*, a *table*, the *tools*, or *what you said so far*. Lines that start with \`!\` direct the answer, one directive to a line:\n\n${fence(DIRECTIVE_HELP, 'text')}`,

  hello: (facts) =>
    `Hello! I am ${facts.label}${facts.answers > 0 ? ', and I have read the conversation so far' : ''}. Ask me what Baton is, for some code, a formula or a table, or just write something and then switch to another practice model: it will carry on where I stopped.`,

  thanks: () => 'You are welcome. Whenever you like, try another practice model on this conversation, or say `!help`.',

  general: (facts) =>
    `${facts.question ? `You wrote:\n\n${quote(facts.question)}\n\n` : ''}${seen(facts)}

I cannot answer that: there is no model behind practice, only a script. What I can do is behave like one. I think, stream, call tools and fail like the real thing, so you can see how Baton works before you add a key.

- ask for **code**, **math**, a **table** or **markdown**
- ask **what I said so far**, after switching to another practice model
- say \`!help\` for everything else`,

  thinking: (facts, subject) => [
    `The user wrote: "${firstLine(facts.question) || 'nothing but directives'}". ${seen(facts)}`,
    `This is about ${SUBJECTS[subject]}. I should answer in English, keep it short, and be honest that this is practice.`,
    'A good answer starts with the point, then shows it. Let me put the pieces in order and check that nothing is missing.',
    'One more look: is there a simpler way to say it? Probably. Shorter sentences, one idea each.',
  ],

  calling: (names, round) =>
    round === 0 ? `I will call ${listed(names)}.` : `That helped. Next I will call ${listed(names)}.`,
  thinkingOfCall: (names, round) =>
    `${round === 0 ? 'To do what was asked I need' : `Round ${round + 1}: I have the result. Now I need`} ${listed(names)}. ${names.length > 1 ? 'They do not depend on each other, so they can run at once.' : 'One call is enough for this step.'}`,
  results: (results) =>
    `${results.length === 1 ? 'The tool answered' : `${results.length} results came back`}:\n\n${results
      .map(
        (one) => `**\`${one.name}\`**${one.failed ? ' failed' : ''}\n\n${fence(clip(one.text) || '(nothing)', 'text')}`,
      )
      .join('\n\n')}\n\nA real model would now work with that. Practice only shows that it arrived whole.`,
  noSuchTool: (requested, facts) =>
    `There is no tool named \`${requested}\` in this request.${facts.tools.length > 0 ? ` There is ${listed(facts.tools.slice(0, 12).map((tool) => tool.name))}.` : ' No tools were sent at all.'}`,
  problems: (problems) => `${problems.map((one) => `- ${one}`).join('\n')}\n\n\`!help\` lists what there is.`,
  asksForPicture: /\b(draw|paint|picture|image|illustration|photo)\b/i,
  picture: (prompt) => `Here is a practice picture for: ${prompt}`,
  noPictures: 'This request asks for no pictures. Choose **Make images** beside the message box and ask again.',
  pictureRefused: 'The filter for pictures refused this one.',
  refusal: 'This is a practice refusal. Ask for something else and the conversation goes on.',
};
