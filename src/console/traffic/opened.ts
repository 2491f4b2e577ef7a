import { useRef, useState } from 'preact/hooks';
import { admin, call } from '../api.js';
import { useLoaded } from '../hooks.js';
import { navigate, replaceRoute } from '../router.js';
import type { ViewProps } from '../view-props.js';
import { createRow, type Row } from './log.js';

/** `checkout-7.12`: the exchange number 12 of the sandbox checkout-7. */
const formatKey = ({ exchange: { sandbox, number } }: Row) => `${sandbox}.${number}`;

/** @throws {Error} when the journal doesn't have it */
async function loadRow(key: string): Promise<Row> {
  const [sandbox = '', number = ''] = key.split('.', 2);
  const query = { sandbox, after: Math.max(Number(number) - 1, 0), limit: 1 };
  const { requests } = await call(admin.GET('/requests', { params: { query } }));
  const [exchange] = requests.filter((one) => String(one.number) === number);
  if (exchange === undefined) {
    throw new Error(`The journal of ${sandbox} has no exchange ${number} any more.`);
  }
  return createRow(exchange);
}

/** The exchange in the URL: `exchange=checkout-7.12`. The back button closes it. */
export function useOpened({ chosen, parameters }: ViewProps, rows: readonly Row[]) {
  const { exchange: key, ...others } = Object.fromEntries(parameters);
  const [clicked, setClicked] = useState<Row>();
  const isOpenedHere = useRef(false);
  // After a restart of the simulator, several rows have the same number.
  const wanted = clicked !== undefined && formatKey(clicked) === key ? clicked : undefined;
  const listed =
    rows.find((row) => (wanted ? row.id === wanted.id : formatKey(row) === key)) ?? wanted;
  const isMissing = key !== undefined && listed === undefined;
  const { value, error } = useLoaded(
    async () => (isMissing ? await loadRow(key) : undefined),
    [isMissing && key],
  );
  const open = (row: Row) => {
    setClicked(row);
    isOpenedHere.current = true;
    navigate('traffic', chosen, { ...others, exchange: formatKey(row) });
  };
  const close = () => {
    if (isOpenedHere.current) {
      isOpenedHere.current = false;
      history.back();
    } else {
      replaceRoute('traffic', chosen, others);
    }
  };
  return { opened: listed ?? value, error, open, close };
}
