import type { LanguageDefinition } from '../base/language-definition.ts';
import { particleAfter } from './particles.ts';

export const language: LanguageDefinition = {
  name: '한국어',
  word: '언어',
  symbol: '가',
  unstarted:
    'Baton을 시작하지 못했고, 이유를 알려 줄 화면도 불러오지 못했어요. 바꾸거나 지운 것은 없어요. 새로고침해서 다시 시도해 주세요.',
  paletteWords: {
    history: '내보내기 가져오기 복원 백업 보관',
    outline: '개요 분기 갈래',
    sent: '요청 보고',
    next: '요청 미리',
    export: '내보내기 저장',
    print: '인쇄 종이 PDF',
  },
  particleAfter,
};
