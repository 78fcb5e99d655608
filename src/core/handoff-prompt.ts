import type { HistoryMessage } from './message.ts';

/** Asks for a summary from which another model can continue, in the language that the user writes. */
export function handoffPrompt(history: readonly HistoryMessage[]): string {
  return isKoreanText(history) ? KOREAN : ENGLISH;
}

/** Explains to the next model what it is reading. */
export function handoffLead(summary: string): string {
  return isKoreanText([{ role: 'user', parts: [{ type: 'text', text: summary }] }])
    ? '지금까지의 대화를 요약한 내용입니다. 원래 메시지 대신 보냅니다.'
    : 'This is a summary of the conversation so far. It is sent instead of the earlier messages.';
}

const ENGLISH = `Another model will take over this conversation and will see only your summary of it. Write that summary now. Do not answer anything else, and do not use tools.

Cover, as far as they occur:
- Goals: what I want to achieve, and why.
- Decisions: what was agreed or ruled out, with the reasons.
- Facts: results, figures and constraints that still matter, my wishes about form and tone included.
- Open points: what is unfinished or unclear, and the next step.

Copy names, file paths, commands, addresses, identifiers and figures exactly as they stand. Invent nothing. Write in the language of the conversation, without an introduction.`;

const KOREAN = `이제 다른 모델이 이 대화를 이어받으며, 그 모델은 당신이 쓴 요약만 보게 됩니다. 지금 그 요약을 써 주세요. 다른 답은 하지 말고 도구도 쓰지 마세요.

대화에 나온 것 가운데 다음을 담아 주세요.
- 목표: 제가 이루려는 것과 그 까닭.
- 결정: 정한 것과 하지 않기로 한 것, 그 까닭.
- 사실: 아직 필요한 결과와 수치와 제약. 형식과 말투에 관한 제 바람도 넣습니다.
- 남은 일: 끝나지 않았거나 분명하지 않은 것, 그리고 다음 단계.

이름, 파일 경로, 명령, 주소, 식별자, 수치는 있는 그대로 옮겨 쓰세요. 없는 말은 지어내지 마세요. 머리말 없이 이 대화의 언어로 써 주세요.`;

/** How many of the newest messages are checked. */
const LOOKED_AT = 12;

/** A Hangul syllable carries about as much as two Latin letters. */
export function isKoreanText(history: readonly HistoryMessage[]): boolean {
  const text = history
    .filter(({ role }) => role === 'user')
    .slice(-LOOKED_AT)
    .flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text.slice(0, 4_000) : '')))
    .join('\n');
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return hangul > 0 && hangul * 2 >= latin;
}
