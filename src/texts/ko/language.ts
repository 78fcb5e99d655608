import type { LanguageDefinition } from '../base/language-definition.ts';
import { particleAfter } from './particles.ts';

export const language: LanguageDefinition = {
  name: '한국어',
  word: '언어',
  symbol: '가',
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
