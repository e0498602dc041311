// The page of the service, its OpenAPI document and the outlines of letters, embedded in the program.
// To add a file, add its `#embed` and its row here.
#include "CServiceFiles.h"

// `#embed` is C23. Clang also supports it in earlier modes, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_js[] = {
#embed "../CatalogServer/Page/api.js"
};
static const unsigned char app_js[] = {
#embed "../CatalogServer/Page/app.js"
};
static const unsigned char calendar_js[] = {
#embed "../CatalogServer/Page/calendar.js"
};
static const unsigned char cfi_js[] = {
#embed "../CatalogServer/Page/cfi.js"
};
static const unsigned char chain_js[] = {
#embed "../CatalogServer/Page/chain.js"
};
static const unsigned char chart_css[] = {
#embed "../CatalogServer/Page/chart.css"
};
static const unsigned char chart_html[] = {
#embed "../CatalogServer/Page/chart.html"
};
static const unsigned char chart_js[] = {
#embed "../CatalogServer/Page/chart.js"
};
static const unsigned char chartpicker_js[] = {
#embed "../CatalogServer/Page/chartpicker.js"
};
static const unsigned char chartpicture_js[] = {
#embed "../CatalogServer/Page/chartpicture.js"
};
static const unsigned char charts_css[] = {
#embed "../CatalogServer/Page/charts.css"
};
static const unsigned char charts_js[] = {
#embed "../CatalogServer/Page/charts.js"
};
static const unsigned char chartstudies_js[] = {
#embed "../CatalogServer/Page/chartstudies.js"
};
static const unsigned char compare_js[] = {
#embed "../CatalogServer/Page/compare.js"
};
static const unsigned char contracts_js[] = {
#embed "../CatalogServer/Page/contracts.js"
};
static const unsigned char days_js[] = {
#embed "../CatalogServer/Page/days.js"
};
static const unsigned char dom_js[] = {
#embed "../CatalogServer/Page/dom.js"
};
static const unsigned char finder_js[] = {
#embed "../CatalogServer/Page/finder.js"
};
static const unsigned char head_html[] = {
#embed "../CatalogServer/Page/head.html"
};
static const unsigned char home_js[] = {
#embed "../CatalogServer/Page/home.js"
};
static const unsigned char hours_js[] = {
#embed "../CatalogServer/Page/hours.js"
};
static const unsigned char icon_svg[] = {
#embed "../CatalogServer/Page/icon.svg"
};
static const unsigned char ics_js[] = {
#embed "../CatalogServer/Page/ics.js"
};
static const unsigned char identity_js[] = {
#embed "../CatalogServer/Page/identity.js"
};
static const unsigned char index_html[] = {
#embed "../CatalogServer/Page/index.html"
};
static const unsigned char instrument_js[] = {
#embed "../CatalogServer/Page/instrument.js"
};
static const unsigned char market_js[] = {
#embed "../CatalogServer/Page/market.js"
};
static const unsigned char mics_js[] = {
#embed "../CatalogServer/Page/mics.js"
};
static const unsigned char month_js[] = {
#embed "../CatalogServer/Page/month.js"
};
static const unsigned char notes_js[] = {
#embed "../CatalogServer/Page/notes.js"
};
static const unsigned char preview_js[] = {
#embed "../CatalogServer/Page/preview.js"
};
static const unsigned char recent_js[] = {
#embed "../CatalogServer/Page/recent.js"
};
static const unsigned char related_js[] = {
#embed "../CatalogServer/Page/related.js"
};
static const unsigned char route_js[] = {
#embed "../CatalogServer/Page/route.js"
};
static const unsigned char search_js[] = {
#embed "../CatalogServer/Page/search.js"
};
static const unsigned char settings_html[] = {
#embed "../CatalogServer/Page/settings.html"
};
static const unsigned char settings_js[] = {
#embed "../CatalogServer/Page/settings.js"
};
static const unsigned char sketch_js[] = {
#embed "../CatalogServer/Page/sketch.js"
};
static const unsigned char state_js[] = {
#embed "../CatalogServer/Page/state.js"
};
static const unsigned char steps_js[] = {
#embed "../CatalogServer/Page/steps.js"
};
static const unsigned char studies_html[] = {
#embed "../CatalogServer/Page/studies.html"
};
static const unsigned char studies_js[] = {
#embed "../CatalogServer/Page/studies.js"
};
static const unsigned char studyline_js[] = {
#embed "../CatalogServer/Page/studyline.js"
};
static const unsigned char style_css[] = {
#embed "../CatalogServer/Page/style.css"
};
static const unsigned char texts_js[] = {
#embed "../CatalogServer/Page/texts.js"
};
static const unsigned char theme_js[] = {
#embed "../CatalogServer/Page/theme.js"
};
static const unsigned char ticks_js[] = {
#embed "../CatalogServer/Page/ticks.js"
};
static const unsigned char time_js[] = {
#embed "../CatalogServer/Page/time.js"
};
static const unsigned char token_js[] = {
#embed "../CatalogServer/Page/token.js"
};
static const unsigned char top_html[] = {
#embed "../CatalogServer/Page/top.html"
};
static const unsigned char track_js[] = {
#embed "../CatalogServer/Page/track.js"
};
static const unsigned char types_js[] = {
#embed "../CatalogServer/Page/types.js"
};
static const unsigned char week_js[] = {
#embed "../CatalogServer/Page/week.js"
};
static const unsigned char openapi_json[] = {
#embed "../CatalogServer/OpenAPI/openapi.json"
};
static const unsigned char outlines_txt[] = {
#embed "../CatalogServer/Pictures/outlines.txt"
};

static const service_file files[] = {
    {"api.js", api_js, sizeof api_js},
    {"app.js", app_js, sizeof app_js},
    {"calendar.js", calendar_js, sizeof calendar_js},
    {"cfi.js", cfi_js, sizeof cfi_js},
    {"chain.js", chain_js, sizeof chain_js},
    {"chart.css", chart_css, sizeof chart_css},
    {"chart.html", chart_html, sizeof chart_html},
    {"chart.js", chart_js, sizeof chart_js},
    {"chartpicker.js", chartpicker_js, sizeof chartpicker_js},
    {"chartpicture.js", chartpicture_js, sizeof chartpicture_js},
    {"charts.css", charts_css, sizeof charts_css},
    {"charts.js", charts_js, sizeof charts_js},
    {"chartstudies.js", chartstudies_js, sizeof chartstudies_js},
    {"compare.js", compare_js, sizeof compare_js},
    {"contracts.js", contracts_js, sizeof contracts_js},
    {"days.js", days_js, sizeof days_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"finder.js", finder_js, sizeof finder_js},
    {"head.html", head_html, sizeof head_html},
    {"home.js", home_js, sizeof home_js},
    {"hours.js", hours_js, sizeof hours_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"ics.js", ics_js, sizeof ics_js},
    {"identity.js", identity_js, sizeof identity_js},
    {"index.html", index_html, sizeof index_html},
    {"instrument.js", instrument_js, sizeof instrument_js},
    {"market.js", market_js, sizeof market_js},
    {"mics.js", mics_js, sizeof mics_js},
    {"month.js", month_js, sizeof month_js},
    {"notes.js", notes_js, sizeof notes_js},
    {"preview.js", preview_js, sizeof preview_js},
    {"recent.js", recent_js, sizeof recent_js},
    {"related.js", related_js, sizeof related_js},
    {"route.js", route_js, sizeof route_js},
    {"search.js", search_js, sizeof search_js},
    {"settings.html", settings_html, sizeof settings_html},
    {"settings.js", settings_js, sizeof settings_js},
    {"sketch.js", sketch_js, sizeof sketch_js},
    {"state.js", state_js, sizeof state_js},
    {"steps.js", steps_js, sizeof steps_js},
    {"studies.html", studies_html, sizeof studies_html},
    {"studies.js", studies_js, sizeof studies_js},
    {"studyline.js", studyline_js, sizeof studyline_js},
    {"style.css", style_css, sizeof style_css},
    {"texts.js", texts_js, sizeof texts_js},
    {"theme.js", theme_js, sizeof theme_js},
    {"ticks.js", ticks_js, sizeof ticks_js},
    {"time.js", time_js, sizeof time_js},
    {"token.js", token_js, sizeof token_js},
    {"top.html", top_html, sizeof top_html},
    {"track.js", track_js, sizeof track_js},
    {"types.js", types_js, sizeof types_js},
    {"week.js", week_js, sizeof week_js},
    {"openapi.json", openapi_json, sizeof openapi_json},
    {"outlines.txt", outlines_txt, sizeof outlines_txt},
};

const service_file *service_files(void) { return files; }

size_t service_files_count(void) { return sizeof files / sizeof *files; }
