package org.activeobjects.benchmarks.plot;

import org.activeobjects.benchmarks.contest.Sample;
import org.activeobjects.benchmarks.contest.Wire;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.DefaultDrawingSupplier;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Charts side by side, one row per wire.
 *
 * @param panels charts, those of one wire together
 */
record Picture(List<Panel> panels) {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 620;
    private static final float OURS = 3.2f;
    private static final float THEIRS = 1.3f;
    private static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
    private static final Shape[] SHAPES = DefaultDrawingSupplier.createStandardSeriesShapes();
    private static final Color GRID = new Color(0xD8D8D8);

    /**
     * Told apart also by those who do not see all colours: after Okabe and Ito, and darker ones.
     */
    private static final List<Color> COLORS =
            List.of(
                    new Color(0xD55E00),
                    new Color(0x0072B2),
                    new Color(0x009E73),
                    new Color(0xCC79A7),
                    new Color(0xE69F00),
                    new Color(0x56B4E9),
                    new Color(0x7F7F7F),
                    new Color(0x6A3D9A),
                    new Color(0x8C564B),
                    new Color(0x2F4F4F),
                    new Color(0xB8A400),
                    new Color(0x000000));

    void write(Path png) throws IOException {
        Map<Wire, List<Panel>> rows = new LinkedHashMap<>();
        panels.forEach(
                panel -> rows.computeIfAbsent(panel.wire(), wire -> new ArrayList<>()).add(panel));
        int columns = rows.values().stream().mapToInt(List::size).max().orElse(1);
        BufferedImage image =
                new BufferedImage(
                        columns * WIDTH, rows.size() * HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        int y = 0;
        for (List<Panel> row : rows.values()) {
            int x = 0;
            for (Panel panel : row) {
                chart(panel).draw(graphics, new Rectangle2D.Double(x, y, WIDTH, HEIGHT));
                x += WIDTH;
            }
            y += HEIGHT;
        }
        graphics.dispose();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(png))) {
            ChartUtils.writeBufferedImageAsPNG(out, image);
        }
    }

    private JFreeChart chart(Panel panel) {
        List<String> programs = panel.samples().programs();
        JFreeChart chart =
                ChartFactory.createXYLineChart(
                        panel.title(), "bytes of a message", panel.unit(), data(panel, programs));
        chart.setBackgroundPaint(Color.WHITE);
        chart.getTitle().setFont(TITLE);
        chart.getLegend().setItemFont(SMALL);
        XYPlot plot = chart.getXYPlot();
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setDomainAxis(axis("bytes of a message", 2, 2, new Binary()));
        plot.setRangeAxis(axis(panel.unit(), 10, 1, new Plain()));
        plot.setRenderer(renderer(panel, programs));
        return chart;
    }

    /** All programs, so that each has one colour in all panels. */
    private List<String> programs() {
        return panels.stream()
                .flatMap(panel -> panel.samples().programs().stream())
                .distinct()
                .toList();
    }

    private static XYSeriesCollection data(Panel panel, List<String> programs) {
        XYSeriesCollection data = new XYSeriesCollection();
        for (String program : programs) {
            XYSeries series = new XYSeries(program);
            for (int bytes : panel.samples().sizes()) {
                double figure = panel.figure(program, bytes);
                if (!Double.isNaN(figure)) {
                    series.add(bytes, figure);
                }
            }
            data.addSeries(series);
        }
        return data;
    }

    /** A label at each power of the base that is a multiple of the step. */
    private static LogAxis axis(String label, double base, int step, NumberFormat format) {
        LogAxis axis = new LogAxis(label);
        axis.setBase(base);
        axis.setTickUnit(new NumberTickUnit(step));
        axis.setNumberFormatOverride(format);
        axis.setTickLabelFont(SMALL);
        axis.setLabelFont(SMALL);
        return axis;
    }

    private XYLineAndShapeRenderer renderer(Panel panel, List<String> programs) {
        List<String> everywhere = programs();
        List<String> ours = panel.samples().where(Sample::ours).programs();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
        for (int i = 0; i < programs.size(); i++) {
            int color = everywhere.indexOf(programs.get(i));
            renderer.setSeriesPaint(i, COLORS.get(color % COLORS.size()));
            renderer.setSeriesShape(i, SHAPES[color % SHAPES.length]);
            renderer.setSeriesStroke(
                    i, new BasicStroke(ours.contains(programs.get(i)) ? OURS : THEIRS));
        }
        return renderer;
    }

    /** Bytes as 8, 1K, 4M. */
    static final class Binary extends Labels {
        private static final long serialVersionUID = 1;

        @Override
        String label(double value) {
            long bytes = Math.round(value);
            if (bytes >= 1 << 20) {
                return (bytes >> 20) + "M";
            }
            return bytes >= 1 << 10 ? (bytes >> 10) + "K" : Long.toString(bytes);
        }
    }

    /** Numbers without zeros that say nothing. */
    static final class Plain extends Labels {
        private static final long serialVersionUID = 1;

        @Override
        String label(double value) {
            return new BigDecimal(value)
                    .round(new MathContext(2))
                    .stripTrailingZeros()
                    .toPlainString();
        }
    }

    /** A format that only writes. */
    abstract static class Labels extends NumberFormat {
        private static final long serialVersionUID = 1;

        abstract String label(double value);

        @Override
        public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
            return to.append(label(number));
        }

        @Override
        public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
            return format((double) number, to, position);
        }

        @Override
        public Number parse(String source, ParsePosition position) {
            throw new UnsupportedOperationException("labels are only written");
        }
    }
}
