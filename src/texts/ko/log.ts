import type { log as en } from '#texts/en/log.ts';
import type { Translation } from '#texts/base/translation.ts';

export const log: Translation<typeof en> = {
  intro:
    '이 창과 호스트에서 Baton이 한 일이에요. 최신 기록이 맨 아래에 있어요. 이 컴퓨터에만 남고, 키와 메시지 내용은 들어가지 않아요.',
  lines: '기록',
  diagnostics: '진단 정보 복사…',
  diagnosticsHint:
    '오류를 신고할 때 쓰는 정보예요. 아래 보이는 내용만 복사되니 먼저 읽어 보세요. 어디로도 보내지 않아요.',
  diagnosticsTitle: '진단 정보',
  diagnosticsText: '복사되는 내용',
  withLog: '마지막 기록 200줄 포함',
  copy: '복사',
  save: '파일로 저장',
  copyPath: '파일 경로 복사',
  clear: '화면 비우기',
  hostAway: '호스트가 응답하지 않아 호스트의 기록이 빠져 있어요.',
  search: '기록에서 검색',
  level: '수준',
  event: '이벤트',
  session: '대화',
  anyEvent: '모든 이벤트',
  anySession: '모든 대화',
  'from.debug': '모두',
  'from.info': '상세 제외',
  'from.warn': '경고와 오류',
  'from.error': '오류만',
  'level.debug': '상세',
  'level.info': '정보',
  'level.warn': '경고',
  'level.error': '오류',
  host: '호스트',
  live: '새 기록 따라가기',
  count_other: '{{all}}줄 중 {{count}}줄',
  earlier_other: '이전 기록 {{count}}줄 더 보기',
  none: '아직 기록이 없어요.',
  noneFound: '일치하는 기록이 없어요. 필터를 줄여 보세요.',
  more: '기록하는 내용',
  texts: '메시지 내용도 기록',
  textsHint:
    '이 창을 닫을 때까지 도구의 인수와 결과를 그대로 기록해요. 키는 여전히 빠져요. 도구에 문제가 있을 때 유용해요.',
  file: '전체 기록은 여기에 최대 2MB, 그 이전 2MB까지 보관돼요:',
};
