import type { ReactNode } from "react";
import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { SearchPositions } from "../searches/search-positions.tsx";
import { MonthCharts } from "./month-charts.tsx";
import monthPageSheet from "./month-page.css?sheet";
import type { MonthView, ShownList, ShownNumber } from "./month-view.ts";
import { NumberCharts } from "./number-charts.tsx";

interface MonthPageProps {
  view: MonthView;
  /** Path of the report as PDF; omitted in a preview. */
  pdf?: string;
  /** Note below the month, such as the last day of a link. */
  note?: ReactNode;
  children?: ReactNode;
}

export function MonthPage({ view, pdf, note, children }: MonthPageProps) {
  useSheet(bandSheet, monthPageSheet);
  const { name, website, sent, numbers } = view;
  return (
    <article className="month">
      <header className="month__head band grid">
        <FurrowLines />
        <p className="month__kind">The month on one page</p>
        <h1 className="month__name">{name}</h1>
        <p className="month__about">
          {website === "" ? `Order ${view.orderNumber}` : `${website}, order ${view.orderNumber}`}
          {sent && (
            <>
              . Written on <time dateTime={sent.iso}>{sent.date}</time>
            </>
          )}
          .
        </p>
        {note && <p className="month__note">{note}</p>}
      </header>
      <MonthText title="What we did" text={view.done} />
      <MonthText title="What changed" text={view.changed} />
      <MonthText title="What comes next" text={view.next} />
      {numbers.length > 0 && <MonthNumbers view={view} />}
      {view.series.length > 0 && <MonthCharts series={view.series} />}
      {view.searches.lines.length > 0 && (
        <section className="month__part grid" aria-labelledby="tracked-searches">
          <h2 id="tracked-searches">Your searches</h2>
          <div className="month__body">
            <SearchPositions table={view.searches} labelledBy="tracked-searches" />
          </div>
        </section>
      )}
      {view.lists.map((list) => (
        <MonthList key={list.kind} list={list} />
      ))}
      {pdf !== undefined && (
        <section className="month__part month__keep grid">
          <h2>Keep it</h2>
          <div className="month__body">
            <ButtonLink href={pdf} variant="secondary">
              Open as PDF
            </ButtonLink>
          </div>
        </section>
      )}
      {children}
    </article>
  );
}

function MonthText({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <section className="month__part grid">
      <h2>{title}</h2>
      <p className="month__body month__text">{text}</p>
    </section>
  );
}

function MonthNumbers({ view: { numbers, name } }: { view: MonthView }) {
  return (
    <section className="month__part month__numbers grid" aria-labelledby="numbers">
      <h2 id="numbers">The numbers</h2>
      <div className="month__body">
        <NumberCharts numbers={numbers} />
        <NumberTable numbers={numbers} month={name} />
      </div>
    </section>
  );
}

function NumberTable({ numbers, month }: { numbers: readonly ShownNumber[]; month: string }) {
  return (
    <table className="month-table">
      <caption>The same numbers as a table, with their sources</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">{month}</th>
          <th scope="col">Earlier</th>
          <th scope="col">Change</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {numbers.map(({ label, value, unit, earlier, change, source }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: numbers of a sent report never change
          <tr key={nth}>
            <th scope="row">{unit === "" ? label : `${label}, ${unit}`}</th>
            <td data-label={month}>{value}</td>
            <td data-label="Earlier">{earlier || "–"}</td>
            <td data-label="Change">{change || "–"}</td>
            <td data-label="Source">{source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Searches or pages, each with its clicks as a number and a bar. */
function MonthList({ list }: { list: ShownList }) {
  const { kind, title, heading, source, note, lines, hasImpressions, hasPositions } = list;
  return (
    <section className="month__part grid" aria-labelledby={kind}>
      <h2 id={kind}>{title}</h2>
      <div className="month__body">
        <table className="month-table month-lines" aria-labelledby={kind}>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              <th scope="col">Clicks</th>
              {hasImpressions && <th scope="col">Shown</th>}
              {hasPositions && <th scope="col">Position</th>}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, clicks, width, impressions, position }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <svg className="month-lines__bar" width="100%" height="6" aria-hidden="true">
                    <rect className="month-chart__now" width={`${width}%`} height="6" />
                  </svg>
                </th>
                <td data-label="Clicks">{clicks}</td>
                {hasImpressions && <td data-label="Shown">{impressions}</td>}
                {hasPositions && <td data-label="Position">{position}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        {note !== "" && <p className="month-lines__note">{note}</p>}
        <p className="month-lines__note">Source: {source}</p>
      </div>
    </section>
  );
}
