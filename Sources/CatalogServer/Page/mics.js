// Exchanges by their market identifier codes: code, country (ISO 3166), name. Made by Scripts/mics from the published list of
// ISO 10383 (iso20022.org/market-identifier-codes, February 2025); do not edit by hand.

const table = new Map(`
AIXKKZAstana International Exchange
AMXOUSNYSE Amex Options
ARCOUSNYSE Arca Options
ARCXUSNYSE Arca
BATOUSCboe BZX Options Exchange
BATSUSCboe BZX U.S. Equities Exchange
BATYUSCboe BYX U.S. Equities Exchange
BVMFBRB3
CEUXNLCboe Europe
CHIAAUCboe Australia
CHIXGBCboe Europe
CMESUSCME Group
DSMDQAQatar Stock Exchange
EDGAUSCboe EDGA U.S. Equities Exchange
EDGOUSCboe EDGX Options Exchange
EDGXUSCboe EDGX U.S. Equities Exchange
EPRLUSMIAX Pearl Equities
ETFPITElectronic ETF ETC/ETN and Open-end Funds Market
FNDKDKFirst North Denmark
FNFIFIFirst North Finland
FNSESEFirst North Sweden
GLBXUSCME Globex
HSTCVNHanoi Stock Exchange
IEPAUSIntercontinental Exchange
IEXGUSInvestors Exchange
IFEUGBICE Futures Europe
IFUSUSICE Futures U.S.
LTSEUSLong-term Stock Exchange
MEMXUSMEMX Equities
MPRLUSMIAX Pearl
MTAAITEuronext Milan
NEOECACboe Canada
OCEAUSBlue Ocean Alternative Trading System
OOTCUSOther OTC
OPRAUSOptions Price Reporting Authority
XADFUSFINRA Alternative Display Facility
XADSAEAbu Dhabi Securities Exchange
XAMMJOAmman Stock Exchange
XAMSNLEuronext Amsterdam
XASEUSNYSE American
XASXAUAustralian Securities Exchange
XATHGRAthens Exchange
XBAHBHBahrain Bourse
XBDABMBermuda Stock Exchange
XBELRSBelgrade Stock Exchange
XBERDEBoerse Berlin
XBKKTHStock Exchange of Thailand
XBOGCOBolsa de Valores de Colombia
XBOMINBSE
XBOSUSNasdaq OMX BX
XBOTBWBotswana Stock Exchange
XBRASKBratislava Stock Exchange
XBRUBEEuronext Brussels
XBSEROBucharest Stock Exchange
XBUDHUBudapest Stock Exchange
XBUEARBolsa de Comercio de Buenos Aires
XBULBGBulgarian Stock Exchange
XCAIEGEgyptian Exchange
XCASMACasablanca Stock Exchange
XCBFUSCboe Futures Exchange
XCBOUSCboe Options Exchange
XCBTUSChicago Board of Trade
XCECUSCOMEX
XCHIUSNYSE Chicago
XCISUSNYSE National
XCMEUSChicago Mercantile Exchange
XCNQCACanadian Securities Exchange
XCOLLKColombo Stock Exchange
XCSEDKNasdaq Copenhagen
XCYSCYCyprus Stock Exchange
XDFMAEDubai Financial Market
XDHABDDhaka Stock Exchange
XDUBIEEuronext Dublin
XDUSDEBoerse Duesseldorf
XEEEDEEuropean Energy Exchange
XETRDEXetra
XEURDEEurex
XFRADEFrankfurt Stock Exchange
XGATDETradegate Exchange
XGHAGHGhana Stock Exchange
XHAMDEHanseatische Wertpapierboerse Hamburg
XHELFINasdaq Helsinki
XHKGHKHong Kong Exchange
XICEISNasdaq Iceland
XIDXIDIndonesia Stock Exchange
XISTTRBorsa Istanbul
XJPXJPJapan Exchange Group
XJSEZAJohannesburg Stock Exchange
XKARPKPakistan Stock Exchange
XKLSMYBursa Malaysia
XKRXKRKorea Exchange
XKUWKWKuwait Stock Exchange
XLIMPEBolsa de Valores de Lima
XLISPTEuronext Lisbon
XLITLTNasdaq Vilnius
XLJUSILjubljana Stock Exchange
XLONGBLondon Stock Exchange
XLUXLULuxembourg Stock Exchange
XMADESBolsa de Madrid
XMALMTMalta Stock Exchange
XMEXMXMexican Stock Exchange
XMOSRUMoscow Exchange
XMUNDEBoerse Muenchen
XMUSOMMuscat Stock Exchange
XNAIKENairobi Stock Exchange
XNASUSNasdaq
XNDQUSNasdaq Options Market
XNGMSENordic Growth Market
XNLIUSNYSE Liffe
XNSANGNigerian Stock Exchange
XNSEINNational Stock Exchange of India
XNYMUSNew York Mercantile Exchange
XNYSUSNew York Stock Exchange
XNZENZNZX
XOSEJPOsaka Exchange
XOSLNOOslo Bors
XPARFREuronext Paris
XPHLUSNasdaq OMX PHLX
XPHSPHPhilippine Stock Exchange
XPRACZPrague Stock Exchange
XPSXUSNasdaq OMX PSX
XRISLVNasdaq Riga
XSATSESpotlight Stock Market
XSAUSASaudi Stock Exchange
XSESSGSingapore Exchange
XSGOCLSantiago Stock Exchange
XSHECNShenzhen Stock Exchange
XSHGCNShanghai Stock Exchange
XSTCVNHochiminh Stock Exchange
XSTOSENasdaq Stockholm
XSTUDEBoerse Stuttgart
XSWXCHSIX Swiss Exchange
XTAEILTel Aviv Stock Exchange
XTAITWTaiwan Stock Exchange
XTALEENasdaq Tallinn
XTKSJPTokyo Stock Exchange
XTSECAToronto Stock Exchange
XTSXCATSX Venture Exchange
XTUNTNTunis Stock Exchange
XWARPLWarsaw Stock Exchange
XWBOATVienna Stock Exchange
XZAGHRZagreb Stock Exchange
`.trim().split("\n").map((line) => [line.slice(0, 4), line]));

const countries = new Intl.DisplayNames("en", { type: "region" });

/** A country's name; the code itself where it is none. */
export function countryName(code) {
  try { return countries.of(code) ?? code; } catch { return code; }
}

/** What a code stands for: `{ mic, name, country }`; undefined for one that the table doesn't have. */
export function exchange(mic) {
  const line = table.get(mic);
  return line && { mic, country: line.slice(4, 6), name: line.slice(6) };
}
