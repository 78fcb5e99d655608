import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '#texts/catalogs.ts';
import { createPageTexts } from '#ui/kit/i18n/page-texts.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { Toasts } from '#ui/kit/toasts/toasts.tsx';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';

/*
 * The floor of what an answer costs a page: a box, one request, and Baton's Markdown, drawn once a frame. Nothing is stored.
 */

/** Calls `onText` with all of the text, once a frame at most, and with `true` at the end. */
async function ask(question: string, onText: (text: string, ended: boolean) => void): Promise<void> {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no answer');
  let [text, rest, frame] = ['', '', 0];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = `${rest}${read.value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const chunk = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
      text += chunk.choices[0]?.delta.content ?? '';
    }
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onText(text, false);
    });
  }
  cancelAnimationFrame(frame);
  onText(text, true);
}

interface Message {
  text: string;
  growing: boolean;
}

function BarePage() {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const thread = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (thread.current) thread.current.scrollTop = thread.current.scrollHeight;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const box = event.currentTarget;
    const question: Message = { text: box.value, growing: false };
    box.value = '';
    setMessages([...messages, question]);
    void ask(question.text, (text, ended) => setMessages([...messages, question, { text, growing: !ended }]));
  };
  return (
    <>
      <div ref={thread} id="thread">
        {messages.map(({ text, growing }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- messages are only added
          <article key={at}>
            <Markdown text={text} streaming={growing} />
          </article>
        ))}
      </div>
      <textarea aria-label="Message" onKeyDown={onKeyDown} />
    </>
  );
}

const root = document.querySelector('#root');
if (!root) throw new Error('no root');
createRoot(root).render(
  <TextsProvider texts={createPageTexts('en', await loadTexts('en'))}>
    <BarePage />
    <Toasts />
  </TextsProvider>,
);
