import type { DashboardView } from '#server/dashboard/dashboard.schema.ts';
import { BarChart } from '#src/components/bar-chart.tsx';
import { Card } from '#src/components/card.tsx';
import { texts } from './texts.ts';

/** Views and reactions of the last six months, as charts. */
export function StatisticsCharts({ statistics }: { statistics: DashboardView['statistics'] }) {
  const { viewerStatisticsOfLastSixMonths: views, interactionStatisticsOfLastSixMonths: reactions } =
    statistics;
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Card className="min-w-0">
        <BarChart
          title={texts.statisticsCharts.views}
          dimension={texts.statisticsCharts.month}
          labels={views.map(({ label }) => label)}
          series={[{ name: texts.statisticsCharts.views, values: views.map((month) => month.views) }]}
        />
      </Card>
      <Card className="min-w-0">
        <BarChart
          title={texts.statisticsCharts.reactions}
          dimension={texts.statisticsCharts.month}
          labels={reactions.map(({ label }) => label)}
          series={[
            { name: texts.statisticsCharts.likes, values: reactions.map(({ liked }) => liked) },
            {
              name: texts.statisticsCharts.interested,
              values: reactions.map(({ interested }) => interested),
            },
            { name: texts.statisticsCharts.going, values: reactions.map(({ going }) => going) },
          ]}
        />
      </Card>
    </div>
  );
}
