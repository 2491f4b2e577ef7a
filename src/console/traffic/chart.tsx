import { useEffect, useRef } from 'preact/hooks';
import './usable-language.js';
import UPlot from 'uplot';

/** One line of a chart. */
interface Line {
  readonly label: string;
  /** A colour of the style sheet: `--open`. */
  readonly colour: string;
  /** Lengths of dashes and gaps, so that lines differ by more than their colour. */
  readonly dash: number[];
  readonly values: readonly (number | undefined)[];
}

interface ChartProps {
  /** What screen readers say; the values are in a table beside it. */
  readonly label: string;
  /** In seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
}

const height = 220;

/** Draws lines over time. A canvas takes no `var()`, so an element resolves the colours of the theme. */
export function Chart({ label, times, lines }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const data: UPlot.AlignedData = [
    [...times],
    ...lines.map(({ values }) => values.map((value) => value ?? null)),
  ];

  useEffect(() => {
    const element = frame.current;
    if (element === null) {
      return undefined;
    }
    const resolve = (colour: string) => () => {
      element.style.color = `var(${colour})`;
      return getComputedStyle(element).color;
    };
    const axis = { stroke: resolve('--quiet'), grid: { stroke: resolve('--line') } };
    plot.current = new UPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        axes: [axis, { ...axis, size: 60 }],
        series: [
          {},
          ...lines.map(({ label: name, colour, dash }) => ({
            label: name,
            stroke: resolve(colour),
            dash,
            width: 2,
          })),
        ],
      },
      data,
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, []);

  useEffect(() => plot.current?.setData(data), [times]);
  return <div ref={frame} class="chart" role="img" aria-label={label} />;
}
