/** The topics that `!show` accepts. */
export const TOPICS = ['baton', 'markdown', 'code', 'math', 'table', 'long', 'tools', 'recall', 'help'] as const;

export type Topic = (typeof TOPICS)[number];

/** What a message may be about: a topic, the summary that a switch asks for, a courtesy, or something else. */
export type Subject = Topic | 'summary' | 'hello' | 'thanks' | 'general';

export const findTopic = (word: string): Topic | null => TOPICS.find((topic) => topic === word.toLowerCase()) ?? null;

/** The first match wins, so more specific words come first. */
const SIGNS: readonly [Subject, RegExp][] = [
  [
    'hello',
    /^\s*(hi|hello|hey|good (morning|afternoon|evening))( there| again| baton| claude| gpt| gemini)?[\s!.,?]*$|^\s*(안녕|안녕하세요|안녕하십니까|반가워|반가워요|반갑습니다|하이)[\s!.,?~]*$|^\s*(こんにちは|こんばんは|おはよう(ございます)?|はじめまして|やあ)[\s!.,?。、]*$/i,
  ],
  [
    'thanks',
    /^\s*(thanks|thank you|thx|great|nice|cool|ok|okay)( a lot| very much| so much)?[\s!.,?]*$|^\s*(고마워|고마워요|고맙습니다|감사합니다|감사해요|좋아|좋아요|좋네요|알겠습니다|네)[\s!.,?~]*$|^\s*(ありがとう(ございます|ございました)?|どうも|助かりました|いいですね|わかりました|了解(です)?)[\s!.,?。、]*$/i,
  ],
  [
    'help',
    /^\s*(help|도움말)\s*[?!.]*\s*$|practice (mode|vendor)s? .*(do|help)|directives?|연습 (모드|모델).*(뭐|무엇|어떻게)|지시어|명령어|^\s*ヘルプ[\s?!.。]*$|お試し.*(何|なに|できる)/i,
  ],
  ['summary', /will see only your summary|당신이 쓴 요약만|あなたが書く要約だけ/],
  [
    'recall',
    /\b(did I (say|ask|write)|my first (message|question)|so far|remember|summari[sz]e (this|our) (chat|conversation))\b|내가 .*(뭐|무엇|처음)|지금까지|기억|これまで|今まで|覚えて/i,
  ],
  [
    'math',
    /\b(math|equation|formula|integral|derivative|latex|katex|theorem|proof|quadratic|matrix)\b|수학|수식|공식|방정식|적분|미분|행렬|증명|数学|数式|公式|方程式|積分|微分|行列|証明/i,
  ],
  ['table', /\btables?\b|표로|표를|표 좀|비교표|도표|表で|表を|一覧表|比較表/i],
  [
    'code',
    /\b(code|function|script|program|typescript|javascript|python|rust|golang|sql|bash|regex|algorithm|fibonacci|implement|debug)\b|코드|함수|프로그램|파이썬|자바스크립트|타입스크립트|알고리즘|정규식|피보나치|구현|コード|関数|プログラム|スクリプト|アルゴリズム|正規表現|実装/i,
  ],
  [
    'markdown',
    /\b(markdown|formatting|headings?|lists?|checklist)\b|마크다운|서식|목록|체크리스트|글머리|マークダウン|書式|リスト|見出し/i,
  ],
  [
    'long',
    /\b(long|detailed|essay|article|story|in depth)\b|길게|자세히|긴 글|긴 답|에세이|이야기|長い|長く|詳しく|物語|エッセイ/i,
  ],
  ['tools', /\b(tools?|mcp)\b|도구|툴|ツール/i],
  [
    'baton',
    /\bbaton\b|바톤|who are you|what are you|what can you do|what is this|누구|넌 뭐|너는 뭐|뭘 할 수|무엇을 할 수|이게 뭐|バトン|あなたは(誰|何)|何ができ/i,
  ],
];

/** Only the start of a question is searched, not a long paste. */
const SEARCHED = 400;

export function detectSubject(question: string): Subject {
  const head = question.slice(0, SEARCHED);
  return SIGNS.find(([, sign]) => sign.test(head))?.[0] ?? 'general';
}
