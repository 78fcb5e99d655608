import type { LanguageDefinition } from '../base/language-definition.ts';

export const language: LanguageDefinition = {
  name: '한국어',
  word: '언어',
  symbol: '가',
  search: 'Korean language 언어',
  pageWords: { history: '내보내기 가져오기 복원 백업 보관' },
};
