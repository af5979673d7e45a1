/** Banks that withdrawals by SBP go to; ids are strings of twelve digits, as that system has them. */
export const sbpBanks = [
  { id: '100000000901', name: 'Первый пример банк' },
  { id: '100000000902', name: 'Банк «Образец»' },
  { id: '100000000903', name: 'Пример-Кредит' },
  { id: '100000000904', name: 'Сберегательный образец' },
  { id: '100000000905', name: 'Example Bank' },
] as const;
