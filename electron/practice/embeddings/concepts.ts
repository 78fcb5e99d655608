/**
 * Words that the practice model takes for one meaning, in two languages. A real model has learned this from text; this one
 * has a list, so what it finds shows how a search uses vectors and nothing about how good vectors are.
 */
export const CONCEPTS: readonly string[] = [
  'vacation holiday leave 휴가 연차',
  'doctor physician 의사 병원 hospital clinic',
  'nurse nurses 간호사',
  'car automobile vehicle 자동차 차량',
  'money budget cost costs price expense expenses salary pay 예산 비용 돈 가격 급여',
  'begin begins start starts open opens 시작 개장',
  'sleep rest insomnia tired 수면 잠 피로',
  'backup backups copy copies 백업 복사본 사본',
  'retry retries retried again 재시도',
  'event meeting conference gathering 행사 회의 모임',
  'port socket connection 포트 연결',
  'administrator admin permission permissions rights 관리자 권한',
  'advertising promotion marketing publicity 홍보 광고',
  'night nights evening 밤 야간',
  'train railway rail 기차 철도',
  'lodging hotel hotels accommodation 숙소 호텔',
  'quick fast speed 속도 빠른',
  'kept keep stored store retained 보관 저장',
  'expire expires lapse lapses 만료 소멸',
  'share percentage percent proportion rate 퍼센트 비율',
];
