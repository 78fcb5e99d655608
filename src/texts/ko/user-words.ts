import type { UserWords } from '../base/user-words-definition.ts';

const OPEN = `[${Array.from({ length: 399 }, (_, at) => String.fromCharCode(0xac00 + 28 * at)).join('')}]`;
/** What marks the subject of a request. After a vowel, 을 is a part of the word, as in 가을. */
const OBJECT = `(?<=${OPEN})를|(?<!${OPEN}|^|\\s)을|에 대해서?|에 관해서?`;

export const userWords: UserWords = {
  keywords: {
    ultrathink: '울트라 ?(?:씽크|싱크)',
    modes: { ultrawork: '울트라 ?워크', search: '검색 모드', analyze: '분석 모드' },
    thinking:
      /(?<![\p{L}\p{N}_./\\@#-])(?:더 )?(?:깊이|깊게|곰곰이|신중히|신중하게|충분히)\s?생각(?:해|하고|하여|하면서|한 (?:뒤|후|다음))/u,
  },
  commands: {
    compact: '요약',
    analyze: '분석',
    search: '검색',
    ultrawork: '울트라워크',
    instructions: '지침',
    model: '모델',
    plan: '계획',
  },
  courtesies: {
    before: '안녕(?:하세요)?[,.!]*|혹시|저기[,.]*|부탁인데[,.]*',
    after: `(?:${OBJECT})?(?: 좀)? (?:알려|설명해|가르쳐|정리해) ?(?:줘|주세요|줄래|줄래요|주실래요|주시겠어요)|,? 부탁(?:해요?|드려요|드립니다)`,
  },
  numberUnits: { 천: 1e3, 만: 1e4, 백만: 1e6 },
  tokens: '토큰',
  secrets: '비밀번호|암호|암호문구|토큰|인증서|API ?키|비밀 ?키',
  passphrases: ['비밀번호', '암호', '통과구문', '바통'],
};
