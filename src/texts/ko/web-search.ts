import type { webSearch as en } from '#texts/en/web-search.ts';
import type { Translation } from '#texts/base/translation.ts';

export const webSearch = {
  intro: '대화에서 웹 검색을 켜면 모델이 여기에서 검색해요. 어느 업체의 모델이든 쓸 수 있어요.',
  service: '검색 서비스',
  off: '없음',
  address: '내 서버의 주소',
  addressHint: 'settings.yml의 search: formats에 json이 있어야 해요.',
  key: 'API 키',
  keyStored: '저장된 키가 있어요. 그대로 쓰려면 비워 두세요.',
  keyWhere: '키를 받는 곳',
  serverWhere: '내 서버를 만드는 방법',
  save: '저장',
  saved: '저장했어요',
  removeKey: '키 삭제',
  keyRemoved: '키를 삭제했어요',
  test: '테스트',
  testQuery: '왜가리',
  works_other: '잘 돼요. ‘{{query}}’ 검색 결과가 {{count}}개예요.',
  worksNot: '아직 안 돼요. {{reason}}',
  'error.empty': '값을 입력해 주세요.',
  sources: '출처',
} satisfies Translation<typeof en>;
