const ENGLISH = [
  'A relay is won between the runners. What counts is the moment when the baton passes from one hand to the next, at full speed and without looking back.',
  'A conversation with a model works the same way. The next runner needs everything that was said, in an order that makes sense to them, and nothing that only the last runner could read.',
  'Some of that is simple. Text is text everywhere. A question stays a question, an answer stays an answer, and a list remains a list in every format there is.',
  'Other things are not. Thinking is signed by the one who thought it. Tool calls and their results belong together and must not be torn apart. An answer that broke off in the middle has to be closed before anyone can carry on.',
  'So the message is stored once, in full, and every request is made from it for the one who will read it. What had to change is written down, and going back costs nothing.',
] as const;

const KOREAN = [
  '이어달리기의 승부는 주자와 주자 사이에서 갈려요. 배턴이 손에서 손으로 넘어가는 그 순간, 속도를 늦추지도 뒤를 돌아보지도 않아야 해요.',
  '모델과 나누는 대화도 마찬가지예요. 다음 구간을 달릴 모델은 지금까지 오간 말을 모두, 자기에게 맞는 순서로 받아야 해요. 앞선 주자만 읽을 수 있는 것은 받지 않아야 하고요.',
  '그중 어떤 것은 간단해요. 글은 어디에서나 글이에요. 질문은 질문으로, 답변은 답변으로, 목록은 어떤 형식에서도 목록으로 남아요.',
  '그렇지 않은 것도 있어요. 생각에는 생각한 모델의 서명이 붙어요. 도구 호출과 그 결과는 한 쌍이라 떼어 놓을 수 없어요. 도중에 끊긴 답변은 이어 가기 전에 먼저 마무리해야 해요.',
  '그래서 메시지는 온전한 모습으로 한 번만 저장하고, 요청은 매번 읽을 모델에 맞추어 새로 만들어요. 바뀐 것은 모두 기록되고, 되돌아가도 잃는 것이 없어요.',
] as const;

const JAPANESE = [
  'リレーの勝負は、走者と走者の間で決まります。速度を落とさず、後ろを振り返らずに、バトンが手から手へ渡る瞬間が大切です。',
  'モデルとの会話も同じです。次の区間を走るモデルは、これまでのやり取りをすべて、自分に合う順序で受け取る必要があります。前の走者だけが読めるものは受け取りません。',
  '簡単なものもあります。テキストはどこでもテキストです。質問は質問、回答は回答、リストはどの形式でもリストのままです。',
  'そうでないものもあります。思考には、思考したモデルの署名が付いています。ツール呼び出しと結果は一組で、切り離せません。途中で切れた回答は、続ける前に閉じる必要があります。',
  'そのため、メッセージは完全な形で一度だけ保存し、要求は読むモデルに合わせて毎回作ります。変更した点は記録され、元に戻しても何も失われません。',
] as const;

const TEXTS = { en: ENGLISH, ja: JAPANESE, ko: KOREAN } as const;
type Spoken = keyof typeof TEXTS;

const HEADINGS: Readonly<Record<Spoken, (part: number) => string>> = {
  en: (part) => `## Part ${part}`,
  ja: (part) => `## 第${part}部`,
  ko: (part) => `## ${part}부`,
};

function* endless(language: Spoken): Generator<string> {
  for (let part = 1; ; part++) {
    yield HEADINGS[language](part);
    yield* TEXTS[language];
  }
}

/** Returns sections of prose of about `length` characters in total; the last paragraph is always complete. */
export function longText(language: Spoken, length: number): string {
  const pieces: string[] = [];
  let size = 0;
  for (const piece of endless(language)) {
    if (size >= length) break;
    pieces.push(piece);
    size += piece.length + 2;
  }
  return pieces.join('\n\n');
}
